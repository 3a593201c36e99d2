/** Why no snapshot is taken, in published wording. */
import { Problem } from '#contract/problem'
import type { SnapshotFailureCode } from '#shared/enums/proof'

/** No snapshot is taken; the message is the published reason. */
export class SnapshotError extends Error {
  readonly code: SnapshotFailureCode
  /** The series concerned; empty for none. */
  readonly symbol: string

  constructor(code: SnapshotFailureCode, reason: string, symbol = '') {
    super(reason)
    this.code = code
    this.symbol = symbol
  }
}

/** Another snapshot is in progress, here or on another server. */
export const snapshotInProgressProblem = () =>
  new Problem('conflict', 'A snapshot is already in progress. Wait a minute, then check the list.')
