import { startCutOffReader } from './cut-off-reader.ts'
import { startOwnInputs } from './own-inputs.ts'
import { readSheetModel } from './sheet-model.ts'

/** The parts of a sheet that compute: with decimals, as the build does. */
export function startCalculators(): void {
  const model = readSheetModel()
  startCutOffReader(model)
  startOwnInputs(model.valuation, model.preferred)
}
