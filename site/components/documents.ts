/** What a text runs beside the shell. Without `import()`, so that Astro writes it into the page. */
import './folds.ts'
import './table-of-contents.ts'
import { linkHeadings } from './heading-links.ts'
import { watchScrollRegions } from './scroll-regions.ts'

function prepareText() {
  linkHeadings()
  watchScrollRegions()
}

prepareText()
// The votes on the page, which need a script. `page-votes.ts` starts later and counts an answer from before.
const choices = document.querySelector<HTMLElement>('.choices')
if (choices) {
  choices.hidden = false
  choices.onclick = ({ target }) => {
    choices.dataset.pressed = (target as HTMLElement).textContent ?? ''
  }
}
// A text that was fetched later, see `runtime-page.ts`.
addEventListener('text-shown', prepareText)
