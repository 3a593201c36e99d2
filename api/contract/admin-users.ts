import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { transactionTypes } from '#shared/enums/transactions'
import { Ended } from './account-activity.ts'
import { AdminPagination, adm, BulkIds, basedOn, csvFile, Done, ListQuery } from './admin.ts'
import { Amount } from './amounts.ts'
import { get, post, put, remove } from './endpoint.ts'
import { Id, Nullable, OneOf, Timestamp } from './schema.ts'
import { Units } from './series.ts'
import { OnlyReason, withReason } from './two-pairs.ts'

/** An investor as administrators see one. */
export const AdminUser = Type.Object({
  id: Id(),
  username: Type.Union([Type.String(), Type.Null()]),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  phone: Type.String(),
  country: Type.String(),
  linkedin: Type.String(),
  twitter: Type.String(),
  telegram: Type.String(),
  is_active: Type.Boolean(),
  is_verified: Type.Boolean(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  last_login_at: Type.Union([Timestamp(), Type.Null()]),
})
export type AdminUser = Static<typeof AdminUser>

/** A user in the list, with the portfolio's value. */
export const ListedUser = Type.Object({
  ...AdminUser.properties,
  by_hand: Type.Boolean({ description: 'Whether `is_verified` was set last by hand, without a review' }),
  total_value: Type.Union([Amount(), Type.Null()], {
    description: 'Null where no administrator has recorded one, and for roles that may not read money',
  }),
  derived_value: Type.Union([Amount(), Type.Null()], {
    description:
      'What ledger, register and valuations give, where none was recorded; null where one was, and for roles that may not read money',
  }),
  lock: Type.Union(
    [
      Type.Object({
        until: Timestamp(),
        everywhere: Type.Boolean({ description: 'Otherwise only for networks that the failures came from' }),
      }),
      Type.Null(),
    ],
    { description: 'The lockout after failed sign-ins; null while there is none' },
  ),
})
export type ListedUser = Static<typeof ListedUser>

/** What an investor still has, and would be left without an owner or lost when the account is deleted. */
export const DeletionFacts = Type.Object({
  user_id: Id(),
  total_value: Amount({ description: 'Of the portfolio: entered, or calculated from units and cash' }),
  total_invested: Amount(),
  active_investments: Type.Integer(),
  pending_investments: Type.String({ description: 'Symbol of the requested token, or `none`' }),
  cash: Amount({ description: 'Negative where it is overdrawn' }),
  units: Type.Array(Type.Object({ symbol: Type.String(), units: Units() })),
  obstacle: Nullable(Type.String(), { description: 'Why the account cannot be deleted now, in a sentence' }),
  deposited: Amount({ description: 'Completed deposits' }),
  withdrawn: Amount({ description: 'Completed withdrawals' }),
  pending_transactions: Type.Array(
    Type.Object({ type: OneOf(transactionTypes), count: Type.Integer(), amount: Amount() }),
  ),
  open_tickets: Type.Integer(),
  has_money: Type.Boolean({
    description:
      'Whether there is a value, cash, an investment, a request, a pending transaction, or more deposits than withdrawals',
  }),
})
export type DeletionFacts = Static<typeof DeletionFacts>

export const userFilters = ['all', 'active', 'inactive', 'verified', 'unverified'] as const
export type UserFilter = (typeof userFilters)[number]

const filters = {
  filter: OneOf(userFilters, { default: 'all' }),
  /** One investor alone; an empty list after the account was deleted, where a path would be 404. */
  id: Type.Optional(Id()),
}
const params = Type.Object({ id: Id() })

/** Both flags are independent; at least one is given. */
export const BulkBody = Type.Object({
  ids: BulkIds('users'),
  is_active: Type.Optional(Type.Boolean()),
  is_verified: Type.Optional(Type.Boolean()),
})
export type BulkBody = Static<typeof BulkBody>

export const adminUsers = {
  list: get(adm('/users'), {
    summary:
      'A page of the investors; search covers email, first and last name, and `sort=match` puts first who begins with it',
    access: 'admin:read_desk',
    query: ListQuery(
      [
        '-created_at',
        'email',
        'first_name',
        'last_name',
        'last_login_at',
        'is_active',
        'is_verified',
        'match',
      ],
      filters,
    ),
    response: Type.Object({ users: Type.Array(ListedUser), pagination: AdminPagination }),
  }),
  read: get(adm('/users/:id'), {
    summary: 'One investor',
    access: 'admin:read_desk',
    params,
    response: Type.Object({ user: AdminUser }),
  }),
  setStatus: put(adm('/users/:id/status'), {
    summary: 'Enables or disables an investor; disabling ends the sessions at once',
    access: 'admin:activate',
    params,
    body: Type.Object({ is_active: Type.Boolean(), ...basedOn }),
    response: Type.Object({ user: AdminUser }),
    problems: ['not_found', 'stale_write'],
  }),
  setVerification: put(adm('/users/:id/verification'), {
    summary: 'Marks an investor as verified or not; only verified ones can be approved for an investment',
    access: 'admin:verify_by_hand',
    params,
    body: withReason(Type.Object({ is_verified: Type.Boolean(), ...basedOn })),
    twoPairs: { reason: 'own' },
    response: Type.Object({ user: AdminUser }),
    problems: ['not_found', 'stale_write'],
  }),
  unlock: post(adm('/users/:id/unlock'), {
    summary: 'Ends the lockout of an account after failed sign-ins, for every network',
    access: 'admin:unlock',
    params,
    response: Done,
    problems: ['not_found'],
  }),
  endSessions: post(adm('/users/:id/sessions/end'), {
    summary: 'Signs all browsers of an investor out, and tells the investor; the account stays enabled',
    access: 'admin:activate',
    params,
    response: Ended,
    problems: ['not_found'],
  }),
  bulk: post(adm('/users/bulk'), {
    summary: 'Sets the flags of up to 500 investors, all of them or none',
    access: 'admin:activate',
    body: withReason(BulkBody),
    twoPairs: { permission: 'verify_by_hand', fields: ['is_verified'], reason: 'own' },
    response: Type.Object({ users: Type.Array(AdminUser), updated: Type.Integer() }),
    problems: ['not_found'],
  }),
  remove: remove(adm('/users/:id'), {
    summary:
      'Erases the personal data of an investor and ends the sessions; transactions stay, without a name',
    access: 'admin:delete_user',
    params,
    body: OnlyReason,
    // One that still has money, as the account shows it.
    twoPairs: { permission: 'administer', fields: ['has_money'] },
    response: Done,
    problems: ['not_found', 'conflict'],
  }),
  deletion: get(adm('/users/:id/deletion'), {
    summary: 'What an investor still has, to check before the account is deleted',
    access: 'admin:delete_user',
    params,
    response: Type.Object({ deletion: DeletionFacts }),
    problems: ['not_found'],
  }),
  exportCsv: get(adm('/users/export'), csvFile('admin:read_desk', 'The investors, newest first,', filters)),
}
