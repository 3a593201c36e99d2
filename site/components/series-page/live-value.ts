/** The unit value on a series page: its history, and the offering price for comparison. */
import { startLiveHistory } from './live-history.ts'
import { startLiveTerms } from './live-terms.ts'

export function startLiveValue(code: string): void {
  startLiveTerms(code)
  void startLiveHistory(code)
}
