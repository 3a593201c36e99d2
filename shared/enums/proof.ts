/**
 * Why there is no snapshot. `attestation`: none is in force for a series with units in issue. `limit`: more units are in
 * issue than are held. `totals`: the holdings do not add up to the units in issue. `key`: the signing key is not that of
 * the snapshots before. `missed`: no server tried on that day. `internal`: anything else, such as the database.
 */
export const snapshotFailures = ['attestation', 'limit', 'totals', 'key', 'missed', 'internal'] as const
export type SnapshotFailureCode = (typeof snapshotFailures)[number]
