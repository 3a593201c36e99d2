import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  AdminPagination,
  adminPath,
  BulkIds,
  csvExport,
  ListQuery,
  Success,
  versionGuard,
} from '#contract/admin-endpoint'
import { Amount } from '#contract/amount-schema'
import { ApprovalReasonBody, withApprovalReason } from '#contract/approval-rule'
import { Units } from '#contract/catalog/series'
import { get, post, put, remove } from '#contract/endpoint'
import { SessionsEnded } from '#contract/identity/account-activity'
import { Id, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { transactionTypes } from '#shared/enums/transactions'

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

/** An investor in the list, with the portfolio's value. */
export const UserListItem = Type.Object({
  ...AdminUser.properties,
  by_hand: Type.Boolean({ description: 'Whether the investor was last verified manually, without a review' }),
  total_value: Type.Union([Amount(), Type.Null()], {
    description: 'Null if not manually entered, and for roles without access to transactions',
  }),
  derived_value: Type.Union([Amount(), Type.Null()], {
    description:
      'Calculated from transactions, register and valuations; null if manually entered, and for roles without access to transactions',
  }),
  lock: Type.Union(
    [
      Type.Object({
        until: Timestamp(),
        everywhere: Type.Boolean({
          description:
            'Whether the lock applies to all networks; if false, only to those the failed sign-ins came from',
        }),
      }),
      Type.Null(),
    ],
    { description: 'Lockout after failed sign-ins; null if not locked' },
  ),
})
export type UserListItem = Static<typeof UserListItem>

/** What an investor still holds, and what would lose its owner or be lost if the account were deleted. */
export const DeletionImpact = Type.Object({
  user_id: Id(),
  total_value: Amount({ description: 'Portfolio value, manually entered or calculated from units and cash' }),
  total_invested: Amount(),
  active_investments: Type.Integer(),
  pending_investments: Type.String({ description: 'Symbol of the requested token, or `none`' }),
  cash: Amount({ description: 'Negative if overdrawn' }),
  units: Type.Array(Type.Object({ symbol: Type.String(), units: Units() })),
  obstacle: Nullable(Type.String(), { description: 'Reason why the account cannot be deleted now' }),
  deposited: Amount({ description: 'Completed deposits' }),
  withdrawn: Amount({ description: 'Completed withdrawals' }),
  pending_transactions: Type.Array(
    Type.Object({ type: StringEnum(transactionTypes), count: Type.Integer(), amount: Amount() }),
  ),
  open_tickets: Type.Integer(),
  has_money: Type.Boolean({
    description:
      'Whether the account has or had money: a portfolio value, an investment, a request, units, or a completed or pending transaction',
  }),
  was_verified: Type.Boolean({
    description: 'Whether the identity is or was verified, or was submitted for review',
  }),
})
export type DeletionImpact = Static<typeof DeletionImpact>

export const userFilters = ['all', 'active', 'inactive', 'verified', 'unverified'] as const
export type UserFilter = (typeof userFilters)[number]

const filters = {
  filter: StringEnum(userFilters, { default: 'all' }),
  /** A single investor; an empty list once the account was deleted, where a path would give 404. */
  id: Type.Optional(Id()),
}
const params = Type.Object({ id: Id() })

/** The two flags are independent; at least one is required. */
export const BulkUpdateUsersBody = Type.Object({
  ids: BulkIds('users'),
  is_active: Type.Optional(Type.Boolean()),
  is_verified: Type.Optional(Type.Boolean()),
})
export type BulkUpdateUsersBody = Static<typeof BulkUpdateUsersBody>

export const adminUsers = {
  list: get(adminPath('/users'), {
    summary:
      'List investors; search covers email, first and last name, and account numbers such as `A-000177`; `sort=match` lists names starting with the search text first',
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
    response: Type.Object({ users: Type.Array(UserListItem), pagination: AdminPagination }),
  }),
  get: get(adminPath('/users/:id'), {
    summary: 'One investor',
    access: 'admin:read_desk',
    params,
    response: Type.Object({ user: AdminUser }),
  }),
  setStatus: put(adminPath('/users/:id/status'), {
    summary: 'Activate or deactivate an investor; deactivating ends all sessions immediately',
    access: 'admin:activate',
    params,
    body: withApprovalReason(Type.Object({ is_active: Type.Boolean(), ...versionGuard })),
    // Only to activate an account that a colleague deactivated, for a reason that others may not know.
    approvalRule: { permission: 'verify_by_hand', fields: [], reasonSource: 'body' },
    response: Type.Object({ user: AdminUser }),
    problems: ['not_found', 'stale_write'],
  }),
  setManualVerification: put(adminPath('/users/:id/verification'), {
    summary: 'Manually set whether an investor is verified; only verified investors can be approved',
    access: 'admin:verify_by_hand',
    params,
    body: withApprovalReason(Type.Object({ is_verified: Type.Boolean(), ...versionGuard })),
    approvalRule: { reasonSource: 'body' },
    response: Type.Object({ user: AdminUser }),
    problems: ['not_found', 'stale_write'],
  }),
  unlock: post(adminPath('/users/:id/unlock'), {
    summary: 'Unlock an account after failed sign-ins, for all networks',
    access: 'admin:unlock',
    params,
    response: Success,
    problems: ['not_found'],
  }),
  endSessions: post(adminPath('/users/:id/sessions/end'), {
    summary: 'End all sessions of an investor and notify them; the account stays active',
    access: 'admin:activate',
    params,
    response: SessionsEnded,
    problems: ['not_found'],
  }),
  updateMany: post(adminPath('/users/bulk'), {
    summary: 'Set the status or verification of up to 500 investors, all or none',
    access: 'admin:activate',
    body: withApprovalReason(BulkUpdateUsersBody),
    // Also to deactivate several, and to activate those whom a colleague deactivated.
    approvalRule: { permission: 'verify_by_hand', fields: ['is_verified'], reasonSource: 'body' },
    response: Type.Object({ users: Type.Array(AdminUser), updated: Type.Integer() }),
    problems: ['not_found'],
  }),
  delete: remove(adminPath('/users/:id'), {
    summary:
      'Erase the personal data of an investor and end all sessions; transactions are kept without a name',
    access: 'admin:delete_user',
    params,
    body: ApprovalReasonBody,
    // An investor who has or had money, as the account shows it, or whose identity was verified.
    approvalRule: { permission: 'administer', fields: ['has_money', 'was_verified'] },
    response: Success,
    problems: ['not_found', 'conflict'],
  }),
  getDeletionImpact: get(adminPath('/users/:id/deletion'), {
    summary: 'Check an account before deletion',
    access: 'admin:delete_user',
    params,
    response: Type.Object({ deletion: DeletionImpact }),
    problems: ['not_found'],
  }),
  exportCsv: get(
    adminPath('/users/export'),
    csvExport('admin:read_desk', 'The investors, newest first,', filters),
  ),
}
