import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { activityTypes } from '#shared/enums/portfolios'
import { Amount } from './amounts.ts'
import { get, put } from './endpoint.ts'
import { Id, Line, Nullable, OneOf, Timestamp } from './schema.ts'
import { TOKEN_SYMBOL_MAX } from './tokens.ts'

/** The value of `pendingInvestments` without a requested token. */
export const NOTHING_PENDING = 'none'

export const Portfolio = Type.Object({
  totalValue: Amount(),
  totalDeposited: Amount(),
  totalGains: Amount(),
  activeInvestments: Type.Integer({
    description: 'Series held and approved requests, each series once; or as it was entered',
  }),
  pendingInvestments: Type.String({ description: 'Symbol of the requested token, or `none`' }),
  performance: Type.Number({
    description: 'Total return in percent, four decimals at most: gains / deposited, or as it was entered',
  }),
})
export type Portfolio = Static<typeof Portfolio>

export const Deposit = Type.Object({
  id: Id(),
  amount: Amount(),
  status: Type.String({ description: 'confirmed, pending, or the status of the transaction' }),
  created_at: Timestamp(),
  paid_for: Type.Union(
    [Type.Object({ subscription_id: Id(), reference: Type.String(), symbol: Type.String() }), Type.Null()],
    { description: 'The subscription that it paid for; null while it pays for none' },
  ),
})
export type Deposit = Static<typeof Deposit>

/**
 * A step of the value. Of a derived portfolio it is a record that the value follows from: a completed transaction, an
 * entry of the register, the valuations of a day. Of an entered one it is as the
 * investment team has entered it.
 */
export const Activity = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'Stays the same while activities are added' }),
  type: OneOf(activityTypes),
  description: Type.String(),
  activity_date: Timestamp(),
  net_growth: Amount({ description: 'Change of the value of the portfolio' }),
  balance: Amount({ description: 'Value of the portfolio after it' }),
})
export type Activity = Static<typeof Activity>

const MaybeTimestamp = (description: string) => Type.Union([Timestamp(), Type.Null()], { description })

/**
 * How the value is made up: `deposited - withdrawn + gains + unexplained = value`, to the cent. Derived figures count
 * units received by transfer as deposited and units given as withdrawn, and leave nothing unexplained. Value and gains that the investment team has entered need not follow from the
 * transactions.
 */
export const ValueBreakdown = Type.Object({
  deposited: Amount({ description: 'Sum of the completed deposits' }),
  deposited_at: MaybeTimestamp('Date of the newest completed deposit; null without one'),
  withdrawn: Amount({ description: 'Sum of the completed withdrawals' }),
  withdrawn_at: MaybeTimestamp('Date of the newest completed withdrawal; null without one'),
  units_received: Amount({
    description: 'The part of `deposited` that came as units, each at the unit value of its day',
  }),
  units_given: Amount({
    description: 'The part of `withdrawn` that was given as units, each at the unit value of its day',
  }),
  gains: Amount({ description: 'Interest, distributions and changes of value, less fees' }),
  unexplained: Amount({ description: 'Difference of an entered value from the terms above' }),
  value: Amount(),
  valued_at: MaybeTimestamp(
    'When value and gains were entered; of derived ones, the newest record that they are made of; null without any',
  ),
})
export type ValueBreakdown = Static<typeof ValueBreakdown>

/** The newest request to invest in a token that is not approved: it is pending, or it was rejected. */
export const InvestmentRequest = Type.Object({
  symbol: Type.String(),
  state: OneOf(['pending', 'rejected'] as const),
  requested_at: MaybeTimestamp('null for a rejected one'),
  decided_at: MaybeTimestamp('null while it is pending'),
  reason: Type.String({ description: 'Why it was rejected; empty without a reason' }),
})
export type InvestmentRequest = Static<typeof InvestmentRequest>

/**
 * Where the figures come from: derived from ledger, register of holders and valuations, or entered by the investment
 * team. A portfolio made by requesting a token is not entered.
 */
export const portfolioSources = ['derived', 'entered'] as const
export type PortfolioSource = (typeof portfolioSources)[number]

export const PortfolioResponse = Type.Object({
  source: OneOf(portfolioSources),
  portfolio: Portfolio,
  request: Type.Union([InvestmentRequest, Type.Null()], {
    description: 'The pending request; else the last rejected one; null without either',
  }),
  pending_count: Type.Integer({
    description: 'Series with a pending request or an open subscription, each once',
  }),
  breakdown: ValueBreakdown,
  illustrative: Type.Boolean({ description: 'Whether the figures count units of an illustrative series' }),
  deposits: Type.Array(Deposit, { description: 'The newest 100' }),
  deposits_total: Type.Integer(),
  payment_due: Type.Boolean({ description: 'Whether a payment for an approved subscription is due' }),
  recentActivity: Type.Array(Activity),
})
export type PortfolioResponse = Static<typeof PortfolioResponse>

const ValuePoint = Type.Object({
  time: Timestamp(),
  total_value: Amount(),
  total_invested: Amount(),
})
export type ValuePoint = Static<typeof ValuePoint>

const ContributionPoint = Type.Object({
  time: Timestamp(),
  net: Amount({
    description:
      'Completed deposits less completed withdrawals up to and with this time; of a derived portfolio also units received less units given, at the unit value of their day',
  }),
})
export type ContributionPoint = Static<typeof ContributionPoint>

/** Points of each line that a history has at most. */
export const HISTORY_MAX_POINTS = 400

export const ValueHistory = Type.Object({
  points: Type.Array(ValuePoint, { maxItems: HISTORY_MAX_POINTS }),
  contributions: Type.Array(ContributionPoint, { maxItems: HISTORY_MAX_POINTS }),
})
export type ValueHistory = Static<typeof ValueHistory>

/** A token the investor holds, the number of approved requests for it, and the approval time of the newest. */
const Holding = Type.Object({
  symbol: Type.String(),
  name: Type.String({ description: 'Name of the token; its symbol when the token was deleted' }),
  category: Type.String({ description: 'Its category; empty when the token was deleted' }),
  investments: Type.Integer({ minimum: 0, description: 'Approved requests' }),
  approved_at: Nullable(Timestamp(), { description: 'Of the newest approved request' }),
  value: Nullable(Amount(), {
    description:
      'Of the units held, at the preferred value of the latest valuation; null without units or valuation',
  }),
})
export type Holding = Static<typeof Holding>

export const portfolio = {
  read: get('/user/portfolio', {
    summary: 'The portfolio, its newest deposits and activity',
    access: 'investor',
    response: PortfolioResponse,
  }),
  choose: put('/user/portfolio', {
    summary: 'Requests an investment in a token; replaces an earlier, pending request',
    access: 'investor',
    csrf: true,
    body: Type.Object({ pending_investments: Line(TOKEN_SYMBOL_MAX) }),
    response: Type.Object({ success: Type.Literal(true), pendingInvestments: Type.String() }),
  }),
  activities: get('/user/recent-activities', {
    summary: 'The newest 50 activities',
    access: 'investor',
    response: Type.Object({ activities: Type.Array(Activity, { maxItems: 50 }) }),
  }),
  history: get('/user/portfolio/history', {
    summary: `The value of the portfolio over time and the net contributions, oldest first, at most ${HISTORY_MAX_POINTS} points each. Derived: at each day of a transaction, movement or valuation. Entered: whenever its figures changed, and at each deposit and withdrawal`,
    access: 'investor',
    response: ValueHistory,
  }),
  allocation: get('/user/portfolio/allocation', {
    summary:
      'The series held, with their value, and those with approved requests; at most 200 tokens, largest first',
    access: 'investor',
    response: Type.Object({ holdings: Type.Array(Holding, { maxItems: 200 }) }),
  }),
}
