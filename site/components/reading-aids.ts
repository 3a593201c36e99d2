/**
 * What documents get when a reader comes near it: the copy button of a code block, the question about the page, the
 * search of questions and guides, the measured times.
 */
import { loadStylesheet } from '#core/browser/stylesheet'
import { addCopyButton } from './code-copy.ts'
import { showVotes } from './page-votes.ts'
import styleSheet from './reading-aids.css?url'

const styled = loadStylesheet(styleSheet)

export async function addAid(element: HTMLElement): Promise<void> {
  if (element.id === 'faq-panel') {
    const root = element.closest<HTMLElement>('[data-faq]') ?? element
    const [search, sharing] = await Promise.all([import('./faq-search.ts'), import('./faq-share.ts')])
    search.startSearch(root)
    sharing.startSharing(root)
  } else if (element.matches('[data-measured-times]')) {
    const { showMeasuredTimes } = await import('./measured-times.ts')
    await showMeasuredTimes(element)
  } else {
    await styled
    if (element.matches('pre')) addCopyButton(element)
    else await showVotes(element)
  }
}
