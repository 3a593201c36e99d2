/** Scripts for the lower part of a series page. Loaded when a reader comes near. */

import { startLiveValue } from './live-value.ts'
import { startCalculators } from './page-calculators.ts'

export function initBelowTheFold(code: string): void {
  startCalculators()
  startLiveValue(code)
}
