/** An investor's requests for an amount of a series. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { DECISION_DAYS } from '#shared/asset/decision-days'
import { subscriptionActors, subscriptionStates } from '#shared/enums/series'
import { Amount, AmountIn } from './amounts.ts'
import { get, post } from './endpoint.ts'
import { offsetPage, Pagination } from './paging.ts'
import { Id, OneOf, Timestamp } from './schema.ts'
import { IsIllustrative, TokenSymbol, Units } from './series.ts'

/** Most documents that one subscription can acknowledge. */
const ACKNOWLEDGED_MAX = 200

export const SubscriptionStep = Type.Object({
  state: OneOf(subscriptionStates),
  at: Timestamp(),
  by: OneOf(subscriptionActors),
  reason: Type.String(),
})

export const Payment = Type.Object({
  reference: Type.String({ description: 'To be stated with the payment' }),
  amount: Amount(),
  /** The end of the last day (UTC). */
  due_at: Timestamp(),
  account: Type.String({ description: 'Of the issuer; empty until the issuer has entered it' }),
})

export const Subscription = Type.Object({
  id: Id(),
  reference: Type.String({ examples: ['S-000123'] }),
  symbol: Type.String(),
  is_illustrative: IsIllustrative(),
  offering_id: Id(),
  amount: Amount(),
  unit_price: Amount({ description: 'Of the moment of submission' }),
  units: Units(),
  state: OneOf(subscriptionStates),
  reason: Type.String({ description: 'Of the last step; empty without one' }),
  payment: Type.Union([Payment, Type.Null()], { description: 'How to pay, while it is approved' }),
  offering_ends_at: Type.Union([Timestamp(), Type.Null()], {
    description: `When its offering closes or closed, while it is submitted or in review; ${DECISION_DAYS} days later it expires`,
  }),
  timeline: Type.Array(SubscriptionStep, { description: 'Oldest first' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Subscription = Static<typeof Subscription>

/** The reference of a subscription. */
export const subscriptionReference = (id: number): string => `S-${String(id).padStart(6, '0')}`

export const SubscriptionBody = Type.Object({
  symbol: TokenSymbol(),
  amount: AmountIn('The amount', 'positive'),
  acknowledged: Type.Array(Id(), {
    maxItems: ACKNOWLEDGED_MAX,
    uniqueItems: true,
    says: 'Send the ids of the document versions that were read',
    description: 'Ids of document versions',
  }),
})
export type SubscriptionBody = Static<typeof SubscriptionBody>

const oneSubscription = Type.Object({ subscription: Subscription })
const byId = Type.Object({ id: Id() })

export const subscriptions = {
  create: post('/user/subscriptions', {
    summary: 'Asks for an amount of a series, at the unit price of its offering',
    access: 'investor',
    csrf: true,
    stepUp: 'large_amount',
    confirms: 'Subscribe for {amount} of {symbol}',
    status: 201,
    idempotent: true,
    body: SubscriptionBody,
    response: oneSubscription,
    problems: ['conflict', 'not_verified'],
  }),
  list: get('/user/subscriptions', {
    summary: 'The subscriptions of the investor, newest first',
    access: 'investor',
    query: Type.Object(offsetPage),
    response: Type.Object({
      subscriptions: Type.Array(Subscription, { maxItems: 100 }),
      pagination: Pagination,
    }),
  }),
  read: get('/user/subscriptions/:id', {
    summary: 'A subscription with its timeline',
    access: 'investor',
    params: byId,
    response: oneSubscription,
  }),
  withdraw: post('/user/subscriptions/:id/withdraw', {
    summary: 'Withdraws a subscription that is not paid',
    access: 'investor',
    csrf: true,
    params: byId,
    body: Type.Optional(Type.Object({})),
    response: oneSubscription,
    problems: ['conflict'],
  }),
}
