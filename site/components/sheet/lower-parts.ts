/** What a sheet runs below its head. Loaded when a reader is near. */
import { startCalculators } from './calculators.ts'
import { startLiveValue } from './live-value.ts'

export function startLowerParts(code: string): void {
  startCalculators()
  startLiveValue(code)
}
