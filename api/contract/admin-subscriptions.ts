/** Subscriptions of all investors, as administrators take them from step to step. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { screeningStands } from '#shared/enums/screening'
import { seriesDocumentKinds, subscriptionStates } from '#shared/enums/series'
import { AdminPagination, adm, basedOn, csvFile, ListQuery } from './admin.ts'
import { Amount } from './amounts.ts'
import { get, put } from './endpoint.ts'
import { Cash } from './overdraft.ts'
import { Id, OneOf, Text, Timestamp } from './schema.ts'
import { SeriesFigures, Sha256, TokenSymbol } from './series.ts'
import { Subscription, SubscriptionStep } from './subscriptions.ts'

export const subscriptionActions = ['review', 'approve', 'reject', 'fund', 'allot'] as const

const AdminSubscriptionStep = Type.Object({
  ...SubscriptionStep.properties,
  admin_name: Type.String({ description: 'Of the administrator who took the step; empty for others' }),
})

export const AdminSubscription = Type.Object({
  ...Subscription.properties,
  timeline: Type.Array(AdminSubscriptionStep, { description: 'Oldest first' }),
  user_id: Id(),
  user_name: Type.String(),
  user_email: Type.String(),
  is_active: Type.Boolean(),
  is_verified: Type.Boolean(),
  by_hand: Type.Boolean({ description: 'Whether `is_verified` was set last by hand, without a review' }),
  screening: OneOf(screeningStands, { description: 'While a hit waits, nothing is approved or allotted' }),
  transaction_id: Type.Union([Id(), Type.Null()], { description: 'The deposit that paid for it' }),
})
export type AdminSubscription = Static<typeof AdminSubscription>

/** A document as its investor read it. */
const Acknowledgement = Type.Object({
  version_id: Id(),
  kind: OneOf(seriesDocumentKinds),
  title: Type.String(),
  version: Type.Integer(),
  sha256: Sha256(),
  url: Type.String(),
  at: Timestamp(),
})
export type Acknowledgement = Static<typeof Acknowledgement>

const Deposit = Type.Object({ id: Id(), amount: Amount(), date: Timestamp(), description: Type.String() })
export type Deposit = Static<typeof Deposit>

/** A subscription with what a decision about it is based on. */
export const SubscriptionFile = Type.Object({
  subscription: AdminSubscription,
  acknowledged: Type.Array(Acknowledgement),
  deposits: Type.Array(Deposit, {
    description:
      'Completed deposits of the investor that cover the amount and pay for no other; while approved',
  }),
  part_deposits: Type.Array(Deposit, {
    description: 'Completed deposits that pay for no other, each less than the amount; while approved',
  }),
  cash: Cash,
  series: SeriesFigures,
  has_payment_account: Type.Boolean({
    description: 'Whether the settings have an account that an approved subscription is paid to',
  }),
})
export type SubscriptionFile = Static<typeof SubscriptionFile>

const filters = {
  state: Type.Optional(OneOf(subscriptionStates)),
  symbol: Type.Optional(TokenSymbol()),
  user_id: Type.Optional(Id()),
}

export const SubscriptionDecision = Type.Object({
  action: OneOf(subscriptionActions),
  reason: Type.Optional(Text(5000, { minLength: 0 })),
  /** The deposit that paid; without one, `fund` reserves available cash. */
  transaction_id: Type.Optional(Id()),
  updated_at: basedOn.updated_at,
})
export type SubscriptionDecision = Static<typeof SubscriptionDecision>

export const adminSubscriptions = {
  list: get(adm('/subscriptions'), {
    summary: 'Subscriptions, newest first',
    access: 'admin:read',
    query: ListQuery(['-created_at', 'amount', 'state'], filters),
    response: Type.Object({
      subscriptions: Type.Array(AdminSubscription),
      pagination: AdminPagination,
    }),
  }),
  exportCsv: get(
    adm('/subscriptions/export'),
    csvFile('admin:read', 'The subscriptions, newest first,', filters),
  ),
  read: get(adm('/subscriptions/:id'), {
    summary: 'A subscription with its timeline, and with what the next step is based on',
    access: 'admin:read',
    params: Type.Object({ id: Id() }),
    response: SubscriptionFile,
  }),
  decide: put(adm('/subscriptions/:id'), {
    summary: 'Takes a subscription to its next step, or rejects it with a reason',
    access: 'admin:money',
    params: Type.Object({ id: Id() }),
    body: SubscriptionDecision,
    twoPairs: { actions: ['subscription.allot'], reason: 'own' },
    response: Type.Object({ subscription: AdminSubscription }),
    problems: ['conflict', 'stale_write', 'not_verified', 'insufficient_cash'],
  }),
}
