import type { GradeBin } from '#shared/calculations/grade-tonnage'
import type { ValuationModel } from '#shared/calculations/valuation'
import type { StatementFormat } from './grade-format.ts'

/** The data that a series page embeds for its script. */
export interface SeriesPageData {
  valuation: ValuationModel
  /** Preferred unit value in dollars. */
  preferred: string
  bins: GradeBin[]
  statement: StatementFormat
}

/** Reads the data from the page. */
export function readSeriesPageData(): SeriesPageData {
  const element = document.getElementById('sheet-model')
  if (!element) throw new Error('The page has no data of its sheet.')
  return JSON.parse(element.textContent) as SeriesPageData
}
