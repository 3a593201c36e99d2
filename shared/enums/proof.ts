/**
 * Why there is no snapshot. `attestation`: none is in force for a series with units in issue. `limit`: more units are
 * in issue than in custody. `totals`: the holdings do not add up to the units in issue. `key`: the signing key is not
 * that of the previous snapshots. `missed`: no server tried on that day. `internal`: anything else, such as the
 * database.
 */
export const snapshotFailureCodes = ['attestation', 'limit', 'totals', 'key', 'missed', 'internal'] as const
export type SnapshotFailureCode = (typeof snapshotFailureCodes)[number]
