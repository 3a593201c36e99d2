/** What a text runs besides the shell. Without `import()`, so that Astro inlines it into the page. */
import './collapsible-sections.ts'
import './table-of-contents.ts'
import { linkHeadings } from './heading-links.ts'
import { initScrollRegions } from './scroll-regions.ts'

function prepareText() {
  linkHeadings()
  initScrollRegions()
}

prepareText()
// The page votes, which need a script. `page-votes.ts` starts later and handles an earlier press.
const choices = document.querySelector<HTMLElement>('.choices')
if (choices) {
  choices.hidden = false
  choices.onclick = ({ target }) => {
    choices.dataset.pressed = (target as HTMLElement).textContent ?? ''
  }
}
// A text that was fetched later, see `fallback-page.ts`.
addEventListener('text-shown', prepareText)
