/** The value of a unit on the page of a series: its history, and the price of the offering beside it. */
import { startComparison } from './live-comparison.ts'
import { startLiveHistory } from './live-history.ts'

export function startLiveValue(code: string): void {
  startComparison(code)
  void startLiveHistory(code)
}
