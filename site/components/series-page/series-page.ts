/** The series page's script: small parts in plain JavaScript. The calculators are loaded when a reader comes near. */

import { initIntervalSlider } from './interval-slider.ts'
import { initLiveSeries } from './live-series.ts'
import { initFileVerification } from './verify-file.ts'

initIntervalSlider()
initFileVerification()
const sheet = document.querySelector<HTMLElement>('.sheet[data-series]')
if (sheet) initLiveSeries(sheet)

/** Milliseconds until the rest starts anyway, because printing does not wait for scripts. */
const PATIENCE = 4_000
const start = () => {
  near.disconnect()
  clearTimeout(timer)
  void import('./below-the-fold.ts').then(({ initBelowTheFold }) =>
    initBelowTheFold(sheet?.dataset.series ?? ''),
  )
}
const timer = setTimeout(start, PATIENCE)
const near = new IntersectionObserver(
  (entries) => entries.some(({ isIntersecting }) => isIntersecting) && start(),
  { rootMargin: '600px' },
)
for (const part of document.querySelectorAll('#curve, #valuation, #terms')) near.observe(part)
