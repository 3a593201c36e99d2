import { initCutOffSlider } from './cut-off-slider.ts'
import { readSeriesPageData } from './series-page-data.ts'
import { initValuationInputs } from './valuation-inputs.ts'

/** The calculating parts of a series page, using decimals as the build does. */
export function startCalculators(): void {
  const model = readSeriesPageData()
  initCutOffSlider(model)
  initValuationInputs(model.valuation, model.preferred)
}
