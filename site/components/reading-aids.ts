/** What documents get when a reader comes near it: the copy button of a code block, the question about the page. */
import { loadStylesheet } from '#core/browser/stylesheet'
import { addCopyButton } from './code-copy.ts'
import { showVotes } from './page-votes.ts'
import styleSheet from './reading-aids.css?url'

const styled = loadStylesheet(styleSheet)

export async function addAid(element: HTMLElement): Promise<void> {
  await styled
  if (element.matches('pre')) addCopyButton(element)
  else await showVotes(element)
}
