/** The value of a unit on the page of a series: its history, and the price of the offering beside it. */
import { startLiveHistory } from './live-history.ts'
import { startLiveTerms } from './live-terms.ts'

export function startLiveValue(code: string): void {
  startLiveTerms(code)
  void startLiveHistory(code)
}
