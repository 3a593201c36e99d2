/** Why no snapshot is made, in words that are published. */
import { Problem } from '#contract/problem'
import type { SnapshotFailureCode } from '#shared/enums/proof'

/** No snapshot is made; the message is the published reason. */
export class SnapshotRefused extends Error {
  readonly code: SnapshotFailureCode
  /** The series it is about; empty for none. */
  readonly symbol: string

  constructor(code: SnapshotFailureCode, reason: string, symbol = '') {
    super(reason)
    this.code = code
    this.symbol = symbol
  }
}

/** Another snapshot is being made, here or by another server. */
export const snapshotUnderway = () =>
  new Problem('conflict', 'A snapshot is being made already. Wait a minute and look at the list.')
