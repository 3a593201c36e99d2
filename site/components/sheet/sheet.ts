/** What a sheet runs beside the shell: small parts of plain JavaScript. The arithmetic is loaded when a reader is near. */
import { startFileCheck } from './file-check.ts'
import { startIntervalReader } from './interval-reader.ts'
import { startLiveFigures } from './live-series.ts'

startIntervalReader()
startFileCheck()
const sheet = document.querySelector<HTMLElement>('.sheet[data-series]')
if (sheet) startLiveFigures(sheet)

/** Milliseconds until the rest starts anyway: whoever prints a page prints all of it, and paper waits for no script. */
const PATIENCE = 4_000
const start = () => {
  near.disconnect()
  clearTimeout(timer)
  void import('./lower-parts.ts').then(({ startLowerParts }) => startLowerParts(sheet?.dataset.series ?? ''))
}
const timer = setTimeout(start, PATIENCE)
const near = new IntersectionObserver(
  (entries) => entries.some(({ isIntersecting }) => isIntersecting) && start(),
  { rootMargin: '600px' },
)
for (const part of document.querySelectorAll('#curve, #valuation, #terms')) near.observe(part)
