import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm } from './admin.ts'
import { Amount } from './amounts.ts'
import { get } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { Day } from './series.ts'

/** Figures of sections that only some roles may read; left out for all others. */
const ofReaders = {
  pending_requests: Type.Optional(Type.Integer({ description: 'Pending investment requests' })),
  waiting_subscriptions: Type.Optional(
    Type.Integer({
      description:
        'Subscriptions to review, to decide or to allot; not those that wait for the investor to pay',
    }),
  ),
  stopped_series: Type.Optional(
    Type.Integer({
      description:
        'Series with units in issue that can issue no more: the attestation expired or counts fewer units',
    }),
  ),
  failed_snapshots: Type.Optional(
    Type.Integer({ description: 'Reasons why no snapshot of the proof was made since the last one' }),
  ),
  warned_series: Type.Optional(
    Type.Integer({
      description: 'Series with units in issue whose attestation stops them, or expires within 30 days',
    }),
  ),
  failed_mails: Type.Optional(
    Type.Integer({ description: 'Mails that could not be sent and were given up' }),
  ),
  deposits_30d: Type.Optional(
    Amount({
      description: 'Completed deposits of 30 days in UTC, today included, in US dollars',
    }),
  ),
  deposits_days: Type.Optional(
    Type.Object({ from: Day(), to: Day() }, { description: 'The first and the last of these days' }),
  ),
}
const ofReviewers = {
  waiting_verifications: Type.Optional(
    Type.Integer({ description: 'Verifications that were submitted and are not decided' }),
  ),
  expiring_verifications: Type.Optional(
    Type.Integer({ description: 'Verifications that end within 30 days' }),
  ),
  open_hits: Type.Optional(
    Type.Integer({ description: 'Hits of the screening that nobody has decided; for those who may decide' }),
  ),
}

const namesOf = <F extends object>(figures: F) => Object.keys(figures) as (keyof F)[]
/** The names of figures that only some may read, and the permission they need. */
export const restrictedFigures = [
  { permission: 'read', names: namesOf(ofReaders) },
  { permission: 'verify', names: namesOf(ofReviewers) },
] as const satisfies { permission: Permission; names: string[] }[]

export const AdminStats = Type.Object({
  users: Type.Integer(),
  active_users: Type.Integer(),
  verified_users: Type.Integer(),
  open_tickets: Type.Integer({ description: 'Tickets with the status open' }),
  waiting_calls: Type.Integer({ description: 'Pending call requests' }),
  open_chats: Type.Integer({ description: 'Open conversations in which the visitor wrote last' }),
  ...ofReaders,
  ...ofReviewers,
})
export type AdminStats = Static<typeof AdminStats>

export const adminStats = {
  read: get(adm('/stats'), {
    summary: 'The figures of the dashboard',
    access: 'admin:self',
    response: Type.Object({ stats: AdminStats }),
  }),
}
