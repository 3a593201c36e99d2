/** What a sheet runs beside the shell: small parts of plain JavaScript. The arithmetic is loaded when a reader is near. */
import { startFileCheck } from './file-check.ts'
import { startIntervalReader } from './interval-reader.ts'
import { startLiveFigures } from './live-series.ts'

startIntervalReader()
startFileCheck()
const sheet = document.querySelector<HTMLElement>('.sheet[data-series]')
if (sheet) startLiveFigures(sheet)

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    near.disconnect()
    void import('./calculators.ts').then(({ startCalculators }) => startCalculators())
    void import('./live-value.ts').then(({ startLiveValue }) => startLiveValue(sheet?.dataset.series ?? ''))
  },
  { rootMargin: '600px' },
)
for (const part of document.querySelectorAll('#curve, #valuation, #terms')) near.observe(part)
