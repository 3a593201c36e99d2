import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Amount } from '#contract/amount-schema'
import { TOKEN_SYMBOL_MAX } from '#contract/catalog/tokens'
import { get, put } from '#contract/endpoint'
import { Id, Nullable, SingleLineText, StringEnum, Timestamp } from '#contract/schema-builders'
import { activityTypes } from '#shared/enums/portfolios'

export const Portfolio = Type.Object({
  totalValue: Amount(),
  totalDeposited: Amount(),
  totalGains: Amount(),
  activeInvestments: Type.Integer({
    description: 'Number of distinct series held or with an approved request, or as manually entered',
  }),
  pendingInvestments: Type.String({ description: 'Symbol of the requested token, or `none`' }),
  performance: Type.Number({
    description: 'Total return in percent, up to four decimals: gains / deposited, or as manually entered',
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
    { description: 'Subscription paid by this deposit; null if none' },
  ),
})
export type Deposit = Static<typeof Deposit>

/**
 * A step in the portfolio's value. In a calculated portfolio it is the record behind the change: a completed
 * transaction, a register entry, the valuations of a day. In a manually entered one it is as entered by the investment
 * team.
 */
export const Activity = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'Stays the same while activities are added' }),
  type: StringEnum(activityTypes),
  description: Type.String(),
  activity_date: Timestamp(),
  net_growth: Amount({ description: 'Change in portfolio value' }),
  balance: Amount({ description: 'Portfolio value after the activity' }),
})
export type Activity = Static<typeof Activity>

const MaybeTimestamp = (description: string) => Type.Union([Timestamp(), Type.Null()], { description })

/**
 * How the value is made up: `deposited - withdrawn + gains + unexplained = value`, to the cent. Calculated figures
 * count units transferred in as deposited and units transferred out as withdrawn, and leave nothing unexplained.
 * Manually entered values and gains need not follow from the transactions.
 */
export const ValueBreakdown = Type.Object({
  deposited: Amount({ description: 'Total completed deposits' }),
  deposited_at: MaybeTimestamp('Date of the latest completed deposit; null if none'),
  withdrawn: Amount({ description: 'Total completed withdrawals' }),
  withdrawn_at: MaybeTimestamp('Date of the latest completed withdrawal; null if none'),
  units_received: Amount({
    description: 'Part of `deposited` received as units, at the unit value on the date',
  }),
  units_given: Amount({
    description: 'Part of `withdrawn` transferred out as units, at the unit value on the date',
  }),
  gains: Amount({ description: 'Interest, distributions and changes in value, net of fees' }),
  unexplained: Amount({
    description: 'Unreconciled difference between a manually entered value and the items above',
  }),
  value: Amount(),
  valued_at: MaybeTimestamp(
    'Date the value and gains were entered or, if calculated, date of the latest underlying record; null if none',
  ),
})
export type ValueBreakdown = Static<typeof ValueBreakdown>

/** The most recent request to invest in a token that is not approved: it is pending or was rejected. */
export const InvestmentRequest = Type.Object({
  symbol: Type.String(),
  state: StringEnum(['pending', 'rejected'] as const),
  requested_at: MaybeTimestamp('Null for a rejected request'),
  decided_at: MaybeTimestamp('null while it is pending'),
  reason: Type.String({ description: 'Reason for rejection; may be empty' }),
})
export type InvestmentRequest = Static<typeof InvestmentRequest>

/**
 * Source of the figures: calculated from ledger, register of holders and valuations, or entered manually by the
 * investment team. A portfolio created by a token request is not manually entered.
 */
export const portfolioSources = ['derived', 'entered'] as const
export type PortfolioSource = (typeof portfolioSources)[number]

export const PortfolioResponse = Type.Object({
  source: StringEnum(portfolioSources),
  portfolio: Portfolio,
  request: Type.Union([InvestmentRequest, Type.Null()], {
    description: 'Pending request, otherwise the last rejected request; null if neither',
  }),
  pending_count: Type.Integer({
    description: 'Number of distinct series with a pending request or open subscription',
  }),
  breakdown: ValueBreakdown,
  illustrative: Type.Boolean({ description: 'Whether the figures include units of an illustrative series' }),
  deposits: Type.Array(Deposit, { description: 'Latest 100' }),
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
      'Net contributions up to and including this time: completed deposits less withdrawals and, for a calculated portfolio, net units transferred in at the unit value on the date',
  }),
})
export type ContributionPoint = Static<typeof ContributionPoint>

/** Maximum points of each line in a history. */
export const HISTORY_POINTS_MAX = 400

export const ValueHistory = Type.Object({
  points: Type.Array(ValuePoint, { maxItems: HISTORY_POINTS_MAX }),
  contributions: Type.Array(ContributionPoint, { maxItems: HISTORY_POINTS_MAX }),
})
export type ValueHistory = Static<typeof ValueHistory>

/** A token the investor holds, the number of approved requests for it, and when the latest was approved. */
const Holding = Type.Object({
  symbol: Type.String(),
  name: Type.String({ description: 'Token name, or its symbol if the token was deleted' }),
  category: Type.String({ description: 'Token category; empty if the token was deleted' }),
  investments: Type.Integer({ minimum: 0, description: 'Approved requests' }),
  approved_at: Nullable(Timestamp(), { description: 'Date of the latest approved request' }),
  value: Nullable(Amount(), {
    description: 'Value of units held at the latest preferred value; null without units or a valuation',
  }),
})
export type Holding = Static<typeof Holding>

export const portfolio = {
  get: get('/user/portfolio', {
    summary: 'Portfolio with its latest deposits and activity',
    access: 'investor',
    response: PortfolioResponse,
  }),
  requestInvestment: put('/user/portfolio', {
    summary: 'Submit an investment request for a token; replaces any pending request',
    access: 'investor',
    csrf: true,
    body: Type.Object({ pending_investments: SingleLineText(TOKEN_SYMBOL_MAX) }),
    response: Type.Object({ success: Type.Literal(true), pendingInvestments: Type.String() }),
  }),
  listActivities: get('/user/recent-activities', {
    summary: 'Latest 50 activities',
    access: 'investor',
    response: Type.Object({ activities: Type.Array(Activity, { maxItems: 50 }) }),
  }),
  getValueHistory: get('/user/portfolio/history', {
    summary: `Portfolio value and net contributions over time, oldest first, up to ${HISTORY_POINTS_MAX} points each. Calculated portfolios: on each transaction, movement or valuation date. Manually entered: whenever figures changed and on each deposit and withdrawal`,
    access: 'investor',
    response: ValueHistory,
  }),
  getAllocation: get('/user/portfolio/allocation', {
    summary: 'Series held, with their value, and series with approved requests; up to 200, largest first',
    access: 'investor',
    response: Type.Object({ holdings: Type.Array(Holding, { maxItems: 200 }) }),
  }),
}
