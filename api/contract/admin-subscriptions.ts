/** Subscriptions of all investors, as administrators take them from step to step. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { subscriptionStates } from '#shared/enums/series'
import { AdminPagination, adm, basedOn, csvFile, ListQuery } from './admin.ts'
import { get, put } from './endpoint.ts'
import { Id, OneOf, Text } from './schema.ts'
import { TokenSymbol } from './series.ts'
import { Subscription } from './subscriptions.ts'

export const subscriptionActions = ['review', 'approve', 'reject', 'fund', 'allot'] as const

export const AdminSubscription = Type.Object({
  ...Subscription.properties,
  user_id: Id(),
  user_name: Type.String(),
  user_email: Type.String(),
  is_active: Type.Boolean(),
  is_verified: Type.Boolean(),
  transaction_id: Type.Union([Id(), Type.Null()], { description: 'The deposit that paid for it' }),
})
export type AdminSubscription = Static<typeof AdminSubscription>

const filters = {
  state: Type.Optional(OneOf(subscriptionStates)),
  symbol: Type.Optional(TokenSymbol()),
  user_id: Type.Optional(Id()),
}

export const SubscriptionDecision = Type.Object({
  action: OneOf(subscriptionActions),
  reason: Type.Optional(Text(5000, { minLength: 0 })),
  transaction_id: Type.Optional(Id()),
  updated_at: basedOn.updated_at,
})
export type SubscriptionDecision = Static<typeof SubscriptionDecision>

export const adminSubscriptions = {
  list: get(adm('/subscriptions'), {
    summary: 'Subscriptions, newest first',
    access: 'admin',
    query: ListQuery(['-created_at', 'amount', 'state'], filters),
    response: Type.Object({
      subscriptions: Type.Array(AdminSubscription),
      pagination: AdminPagination,
    }),
  }),
  exportCsv: get(adm('/subscriptions/export'), csvFile('The subscriptions, newest first,', filters)),
  read: get(adm('/subscriptions/:id'), {
    summary: 'A subscription with its timeline',
    access: 'admin',
    params: Type.Object({ id: Id() }),
    response: Type.Object({ subscription: AdminSubscription }),
  }),
  decide: put(adm('/subscriptions/:id'), {
    summary: 'Takes a subscription to its next step, or rejects it with a reason',
    access: 'admin',
    params: Type.Object({ id: Id() }),
    body: SubscriptionDecision,
    response: Type.Object({ subscription: AdminSubscription }),
    problems: ['conflict', 'stale_write', 'not_verified'],
  }),
}
