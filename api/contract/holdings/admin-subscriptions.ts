/** All investors' subscriptions, as administrators move them through their steps. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, ListQuery, versionGuard } from '#contract/admin-endpoint'
import { Amount } from '#contract/amount-schema'
import { Cash } from '#contract/cash/overdraft'
import { SeriesFigures, Sha256, TokenSymbol } from '#contract/catalog/series'
import { get, put } from '#contract/endpoint'
import { Id, MultilineText, StringEnum, Timestamp } from '#contract/schema-builders'
import { screeningStatuses } from '#shared/enums/screening'
import { seriesDocumentTypes, subscriptionStatuses } from '#shared/enums/series'
import { Subscription, SubscriptionEvent } from './subscriptions.ts'

export const subscriptionActions = ['review', 'approve', 'reject', 'fund', 'allot'] as const

const AdminSubscriptionStep = Type.Object({
  ...SubscriptionEvent.properties,
  admin_name: Type.String({ description: 'Administrator who took the step; empty otherwise' }),
})

export const AdminSubscription = Type.Object({
  ...Subscription.properties,
  timeline: Type.Array(AdminSubscriptionStep, { description: 'Oldest first' }),
  user_id: Id(),
  user_name: Type.String(),
  user_email: Type.String(),
  is_active: Type.Boolean(),
  is_verified: Type.Boolean(),
  by_hand: Type.Boolean({ description: 'Whether the investor was last verified manually, without a review' }),
  screening: StringEnum(screeningStatuses, {
    description: 'The subscription cannot be approved or allotted while a match is open',
  }),
  transaction_id: Type.Union([Id(), Type.Null()], { description: 'Deposit applied to the subscription' }),
})
export type AdminSubscription = Static<typeof AdminSubscription>

/** A document in the version its investor acknowledged. */
const Acknowledgement = Type.Object({
  version_id: Id(),
  kind: StringEnum(seriesDocumentTypes),
  title: Type.String(),
  version: Type.Integer(),
  sha256: Sha256(),
  url: Type.String(),
  at: Timestamp(),
})
export type Acknowledgment = Static<typeof Acknowledgement>

const Deposit = Type.Object({ id: Id(), amount: Amount(), date: Timestamp(), description: Type.String() })
export type Deposit = Static<typeof Deposit>

/** A subscription with the information needed to decide on it. */
export const SubscriptionReview = Type.Object({
  subscription: AdminSubscription,
  acknowledged: Type.Array(Acknowledgement),
  deposits: Type.Array(Deposit, {
    description: 'Completed, unallocated deposits of the investor that cover the amount; while approved',
  }),
  part_deposits: Type.Array(Deposit, {
    description: 'Completed, unallocated deposits below the amount; while approved',
  }),
  cash: Cash,
  series: SeriesFigures,
  has_payment_account: Type.Boolean({
    description: 'Whether a payment account is set',
  }),
})
export type SubscriptionReview = Static<typeof SubscriptionReview>

const filters = {
  state: Type.Optional(StringEnum(subscriptionStatuses)),
  symbol: Type.Optional(TokenSymbol()),
  user_id: Type.Optional(Id()),
}

export const SubscriptionDecision = Type.Object({
  action: StringEnum(subscriptionActions),
  reason: Type.Optional(MultilineText(5000, { minLength: 0 })),
  /** The deposit that pays it; without one, `fund` reserves available cash. */
  transaction_id: Type.Optional(Id()),
  updated_at: versionGuard.updated_at,
})
export type SubscriptionDecision = Static<typeof SubscriptionDecision>

export const adminSubscriptions = {
  list: get(adminPath('/subscriptions'), {
    summary: 'Subscriptions, newest first',
    access: 'admin:read',
    query: ListQuery(['-created_at', 'amount', 'state'], filters),
    response: Type.Object({
      subscriptions: Type.Array(AdminSubscription),
      pagination: AdminPagination,
    }),
  }),
  exportCsv: get(
    adminPath('/subscriptions/export'),
    csvExport('admin:read', 'The subscriptions, newest first,', filters),
  ),
  get: get(adminPath('/subscriptions/:id'), {
    summary: 'Retrieve a subscription with its timeline and the data for the next step',
    access: 'admin:read',
    params: Type.Object({ id: Id() }),
    response: SubscriptionReview,
  }),
  decide: put(adminPath('/subscriptions/:id'), {
    summary: 'Advance a subscription to the next step, or reject it with a reason',
    access: 'admin:money',
    params: Type.Object({ id: Id() }),
    body: SubscriptionDecision,
    // Also to reject a paid subscription.
    approvalRule: { actions: ['subscription.allot'], reasonSource: 'body' },
    response: Type.Object({ subscription: AdminSubscription }),
    problems: ['conflict', 'stale_write', 'not_verified', 'insufficient_cash'],
  }),
}
