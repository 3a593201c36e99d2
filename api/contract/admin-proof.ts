/** The proof, as administrators make a snapshot of it. */
import * as Type from '@sinclair/typebox'
import { adm } from './admin.ts'
import { post } from './endpoint.ts'
import { ListedSnapshot } from './proof.ts'
import { Nullable } from './schema.ts'

/** Snapshots on command in one day, so that the public list stays short. */
export const MOST_SNAPSHOTS_ON_COMMAND = 24

export const adminProof = {
  makeSnapshot: post(adm('/proof/snapshots'), {
    summary: 'Makes a snapshot now, after the one of the day, which is made first where it is missing',
    access: 'admin:money',
    status: 201,
    response: Type.Object({
      snapshot: Nullable(ListedSnapshot, {
        description: 'Null while a large one is still being made: GET /proof lists it, or why it failed',
      }),
    }),
    problems: ['conflict'],
  }),
}
