import type { GradeBin } from '#shared/asset/grade-tonnage'
import type { ValuationModel } from '#shared/asset/valuation'
import type { StatementStyle } from './grade-reading.ts'

/** The data of a sheet that its page carries for its script. */
export interface SheetModel {
  valuation: ValuationModel
  /** Preferred value of a unit, in dollars. */
  preferred: string
  bins: GradeBin[]
  statement: StatementStyle
}

/** Reads them from the page. */
export function readSheetModel(): SheetModel {
  const element = document.getElementById('sheet-model')
  if (!element) throw new Error('The page has no data of its sheet.')
  return JSON.parse(element.textContent) as SheetModel
}
