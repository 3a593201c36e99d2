/** Proof of units, as administrators take a snapshot. */
import * as Type from '@sinclair/typebox'
import { adminPath } from '#contract/admin-endpoint'
import { post } from '#contract/endpoint'
import { Nullable } from '#contract/schema-builders'
import { SnapshotListItem } from './proof.ts'

/** Maximum manual snapshots in one day, so that the public list stays short. */
export const MANUAL_SNAPSHOTS_PER_DAY_MAX = 24

export const adminProof = {
  takeSnapshot: post(adminPath('/proof/snapshots'), {
    summary: 'Take a snapshot now; a missing daily snapshot is taken first',
    access: 'admin:money',
    status: 201,
    response: Type.Object({
      snapshot: Nullable(SnapshotListItem, {
        description:
          'Null while a large snapshot is still in progress; GET /proof then lists it or the failure',
      }),
    }),
    problems: ['conflict'],
  }),
}
