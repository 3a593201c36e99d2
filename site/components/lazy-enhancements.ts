/**
 * Enhancements loaded when a reader comes near: the copy button of a code block, the page votes, the FAQ search and the
 * measured response times.
 */
import { loadStylesheet } from '#core/browser/stylesheet'
import { addCopyButton } from './code-copy.ts'
import styleSheet from './lazy-enhancements.css?url'
import { initPageVotes } from './page-votes.ts'

const styled = loadStylesheet(styleSheet)

export async function enhanceElement(element: HTMLElement): Promise<void> {
  if (element.id === 'faq-panel') {
    const root = element.closest<HTMLElement>('[data-faq]') ?? element
    const [search, sharing] = await Promise.all([import('./faq-search.ts'), import('./faq-share.ts')])
    search.initFaqSearch(root)
    sharing.initFaqSharing(root)
  } else if (element.matches('[data-measured-times]')) {
    const { renderResponseTimes } = await import('./response-times.ts')
    await renderResponseTimes(element)
  } else {
    await styled
    if (element.matches('pre')) addCopyButton(element)
    else await initPageVotes(element)
  }
}
