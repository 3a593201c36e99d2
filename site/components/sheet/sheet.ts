/** What a sheet runs beside the shell: small parts of plain JavaScript. The arithmetic is loaded when a reader is near. */
import { showPublished, startFileCheck } from './file-check.ts'
import { startIntervalReader } from './interval-reader.ts'
import { startLiveFigures } from './live-figures.ts'

startIntervalReader()
startFileCheck()
const sheet = document.querySelector<HTMLElement>('.sheet[data-series]')
if (sheet) startLiveFigures(sheet, showPublished)

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    near.disconnect()
    void import('./calculators.ts').then(({ startCalculators }) => startCalculators())
  },
  { rootMargin: '600px' },
)
for (const part of document.querySelectorAll('#curve, #valuation')) near.observe(part)
