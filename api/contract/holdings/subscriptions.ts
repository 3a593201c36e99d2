/** An investor's requests to invest an amount in a series. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Amount, AmountField } from '#contract/amount-schema'
import { IsIllustrative, TokenSymbol, Units } from '#contract/catalog/series'
import { get, post } from '#contract/endpoint'
import { offsetPage, Pagination } from '#contract/paging'
import { Id, StringEnum, Timestamp } from '#contract/schema-builders'
import { DECISION_DAYS } from '#shared/calculations/subscription-expiry'
import { subscriptionActors, subscriptionStatuses } from '#shared/enums/series'

/** Maximum documents that one subscription can acknowledge. */
const ACKNOWLEDGED_MAX = 200

export const SubscriptionEvent = Type.Object({
  state: StringEnum(subscriptionStatuses),
  at: Timestamp(),
  by: StringEnum(subscriptionActors),
  reason: Type.String(),
})

export const Payment = Type.Object({
  reference: Type.String({ description: 'Payment reference' }),
  amount: Amount(),
  /** The end of the last day (UTC). */
  due_at: Timestamp(),
  account: Type.String({ description: 'Account of the issuer; empty until set' }),
})

export const Subscription = Type.Object({
  id: Id(),
  reference: Type.String({ examples: ['S-000123'] }),
  symbol: Type.String(),
  is_illustrative: IsIllustrative(),
  offering_id: Id(),
  amount: Amount(),
  unit_price: Amount({ description: 'Unit price at submission' }),
  units: Units(),
  state: StringEnum(subscriptionStatuses),
  reason: Type.String({ description: 'Reason for the last step; may be empty' }),
  payment: Type.Union([Payment, Type.Null()], { description: 'Payment instructions, while approved' }),
  offering_ends_at: Type.Union([Timestamp(), Type.Null()], {
    description: `Closing date of the offering, while submitted or in review; the subscription expires ${DECISION_DAYS} days later`,
  }),
  timeline: Type.Array(SubscriptionEvent, { description: 'Oldest first' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Subscription = Static<typeof Subscription>

/** The payment reference of a subscription. */
export const formatSubscriptionReference = (id: number): string => `S-${String(id).padStart(6, '0')}`

export const SubscriptionBody = Type.Object({
  symbol: TokenSymbol(),
  amount: AmountField('The amount', 'positive'),
  acknowledged: Type.Array(Id(), {
    maxItems: ACKNOWLEDGED_MAX,
    uniqueItems: true,
    errorMessage: 'Send the ids of the acknowledged document versions',
    description: 'Ids of document versions',
  }),
})
export type SubscriptionBody = Static<typeof SubscriptionBody>

const oneSubscription = Type.Object({ subscription: Subscription })
const byId = Type.Object({ id: Id() })

export const subscriptions = {
  create: post('/user/subscriptions', {
    summary: 'Subscribe for an amount of a series at the offering price',
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
  get: get('/user/subscriptions/:id', {
    summary: 'A subscription with its timeline',
    access: 'investor',
    params: byId,
    response: oneSubscription,
  }),
  withdraw: post('/user/subscriptions/:id/withdraw', {
    summary: 'Withdraw an unpaid subscription',
    access: 'investor',
    csrf: true,
    params: byId,
    body: Type.Optional(Type.Object({})),
    response: oneSubscription,
    problems: ['conflict'],
  }),
}
