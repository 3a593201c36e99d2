import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath } from '#contract/admin-endpoint'
import { Amount } from '#contract/amount-schema'
import { CalendarDay } from '#contract/catalog/series'
import { get } from '#contract/endpoint'
import type { Permission } from '#contract/permissions'

/** Figures of sections that only some roles may read; omitted for all others. */
const ofReaders = {
  pending_requests: Type.Optional(Type.Integer({ description: 'Pending investment requests' })),
  waiting_subscriptions: Type.Optional(
    Type.Integer({
      description: 'Subscriptions to review, decide or allot, excluding those awaiting payment',
    }),
  ),
  stopped_series: Type.Optional(
    Type.Integer({
      description:
        'Series with units in issue and issuance blocked because the attestation is missing, expired or insufficient',
    }),
  ),
  failed_snapshots: Type.Optional(
    Type.Integer({ description: 'Failed snapshot attempts since the last snapshot' }),
  ),
  warned_series: Type.Optional(
    Type.Integer({
      description: 'Series with units in issue whose attestation blocks issuance or expires within 30 days',
    }),
  ),
  failed_mails: Type.Optional(Type.Integer({ description: 'Failed emails' })),
  deposits_30d: Type.Optional(
    Amount({
      description: 'Completed deposits in the last 30 days including today (UTC), in USD',
    }),
  ),
  deposits_days: Type.Optional(
    Type.Object({ from: CalendarDay(), to: CalendarDay() }, { description: 'First and last of these days' }),
  ),
}
const ofReviewers = {
  waiting_verifications: Type.Optional(
    Type.Integer({ description: 'Submitted verifications not yet decided' }),
  ),
  expiring_verifications: Type.Optional(
    Type.Integer({ description: 'Verifications expiring within 30 days' }),
  ),
  open_hits: Type.Optional(
    Type.Integer({ description: 'Open screening matches; only for roles that can decide them' }),
  ),
}

const namesOf = <F extends object>(figures: F) => Object.keys(figures) as (keyof F)[]
/** The restricted figures, each with the permission it needs. */
export const restrictedStats = [
  { permission: 'read', names: namesOf(ofReaders) },
  { permission: 'verify', names: namesOf(ofReviewers) },
] as const satisfies { permission: Permission; names: string[] }[]

export const AdminStats = Type.Object({
  users: Type.Integer(),
  active_users: Type.Integer(),
  verified_users: Type.Integer(),
  open_tickets: Type.Integer({ description: 'Tickets with the status open' }),
  waiting_calls: Type.Integer({ description: 'Pending call requests' }),
  open_chats: Type.Integer({ description: 'Open chats in which the visitor sent the last message' }),
  ...ofReaders,
  ...ofReviewers,
})
export type AdminStats = Static<typeof AdminStats>

export const adminStats = {
  get: get(adminPath('/stats'), {
    summary: 'Dashboard figures',
    access: 'admin:self',
    response: Type.Object({ stats: AdminStats }),
  }),
}
