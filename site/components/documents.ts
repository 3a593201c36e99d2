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
// A text that was fetched later, see `runtime-page.ts`.
addEventListener('text-shown', prepareText)
