import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, put } from './endpoint.ts'
import { Amount, Id, Line, OneOf, Timestamp } from './schema.ts'
import { TOKEN_SYMBOL_MAX } from './tokens.ts'

export const activityTypes = ['activity', 'deposit', 'withdrawal', 'investment', 'other'] as const

/** What `pendingInvestments` says when no token was asked for. */
export const NOTHING_PENDING = 'none'

export const Portfolio = Type.Object({
  totalValue: Amount(),
  totalDeposited: Amount(),
  totalGains: Amount(),
  activeInvestments: Type.Integer(),
  pendingInvestments: Type.String({ description: 'Symbol of the token asked for, or `none`' }),
  performance: Type.Number({ description: 'Total return in percent, four decimals at most' }),
})
export type Portfolio = Static<typeof Portfolio>

export const Deposit = Type.Object({
  id: Id(),
  amount: Amount(),
  status: Type.String({ description: 'confirmed, pending, or the status of the transaction' }),
  created_at: Timestamp(),
})
export type Deposit = Static<typeof Deposit>

export const Activity = Type.Object({
  id: Id(),
  type: OneOf(activityTypes),
  description: Type.String(),
  activity_date: Timestamp(),
  net_growth: Amount(),
  balance: Amount(),
})
export type Activity = Static<typeof Activity>

export const PortfolioAnswer = Type.Object({
  portfolio: Portfolio,
  deposits: Type.Array(Deposit, { description: 'The newest 100' }),
  deposits_total: Type.Integer(),
  recentActivity: Type.Array(Activity),
})
export type PortfolioAnswer = Static<typeof PortfolioAnswer>

const ValuePoint = Type.Object({
  time: Timestamp(),
  total_value: Amount(),
  total_invested: Amount(),
})
export type ValuePoint = Static<typeof ValuePoint>

/** A token the investor holds, and how many of the approved requests were for it. */
const Holding = Type.Object({
  symbol: Type.String(),
  name: Type.String({ description: 'Name of the token; its symbol when the token was deleted' }),
  category: Type.String({ description: 'Its category; empty when the token was deleted' }),
  investments: Type.Integer({ minimum: 1 }),
})
export type Holding = Static<typeof Holding>

export const portfolio = {
  read: get('/user/portfolio', {
    summary: 'The portfolio, its newest deposits and activity',
    access: 'investor',
    answer: PortfolioAnswer,
  }),
  choose: put('/user/portfolio', {
    summary: 'Asks to invest in a token; replaces an earlier, unanswered request',
    access: 'investor',
    csrf: true,
    body: Type.Object({ pending_investments: Line(TOKEN_SYMBOL_MAX) }),
    answer: Type.Object({ success: Type.Literal(true), pendingInvestments: Type.String() }),
  }),
  activities: get('/user/recent-activities', {
    summary: 'The newest 50 activities',
    access: 'investor',
    answer: Type.Object({ activities: Type.Array(Activity, { maxItems: 50 }) }),
  }),
  history: get('/user/portfolio/history', {
    summary:
      'What the portfolio was worth, as recorded whenever its figures changed; oldest first, at most 400',
    access: 'investor',
    answer: Type.Object({ points: Type.Array(ValuePoint, { maxItems: 400 }) }),
  }),
  allocation: get('/user/portfolio/allocation', {
    summary: 'The approved investments counted by token, most first, at most 200 tokens',
    access: 'investor',
    answer: Type.Object({ holdings: Type.Array(Holding, { maxItems: 200 }) }),
  }),
}
