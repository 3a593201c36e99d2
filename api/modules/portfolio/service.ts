import { eq, sql } from 'drizzle-orm'
import { SESSION_EXPIRED } from '#common/session-revocation'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import type { Activity, Holding, PortfolioResponse } from '#contract/portfolio/portfolio'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { prepareStatement, toIsoTimestamp } from '#db/prepared-queries'
import { lockActiveAccount } from '#db/row-locks'
import { tokenCategories, tokens } from '#db/schema/catalog/tokens'
import { holdings } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { notifications } from '#db/schema/messaging/notifications'
import { activities, portfolios } from '#db/schema/portfolio/portfolios'
import { listTransactionPage } from '#modules/cash/transactions/transaction-page'
import { findActiveSymbol } from '#modules/catalog/tokens/token-catalog'
import { listCalculatedActivity } from './calculated-activity.ts'
import { selectActiveSeries, selectUnitValue } from './calculated-figures.ts'
import { getPortfolioFigures } from './portfolio-figures.ts'
import { activityId, listSubmittedSubscriptions } from './submitted-subscriptions.ts'

/** Maximum number of deposits and activities in one response. */
const MAX_DEPOSITS = 100
const MAX_ACTIVITIES = 50
/** Maximum number of tokens in an allocation. */
const MAX_HOLDINGS = 200

const userId = sql.placeholder('userId')

type ActivityRow = [
  id: number,
  type: Activity['type'],
  description: string,
  date: string,
  net_growth: string,
  balance: string,
]

/** The statement behind the recent activities. */
export const newestActivities = prepareStatement<ActivityRow>(
  () => sql`
    select id, type, description, activity_date, net_growth, balance from ${activities}
    where user_id = ${userId} order by activity_date desc, id desc limit ${sql.raw(String(MAX_ACTIVITIES))}`,
)

/** The subscriptions paid by an investor's deposits and, without a deposit, those still to be paid. */
const paidSubscriptions = prepareStatement<[transaction: number | null, id: number, symbol: string]>(
  () => sql`
    select subscriptions.transaction_id, subscriptions.id, tokens.symbol from ${subscriptions}
    join ${tokens} on tokens.id = subscriptions.token_id
    where subscriptions.user_id = ${userId} and (subscriptions.transaction_id is not null or subscriptions.state = 'approved')`,
)

type Booked = Pick<PortfolioResponse, 'deposits' | 'deposits_total' | 'payment_due'>

async function readDeposits(userId: number): Promise<Booked> {
  const [page, paid] = await Promise.all([
    listTransactionPage(userId, { type: 'deposit', limit: MAX_DEPOSITS, offset: 0 }),
    paidSubscriptions({ userId }),
  ])
  const paidBy = new Map(
    paid.map(([transaction, subscription_id, symbol]) => [
      transaction,
      { subscription_id, reference: formatSubscriptionReference(subscription_id), symbol },
    ]),
  )
  const deposits = page.transactions.map(({ id, amount, status, transaction_date }) => ({
    id,
    amount,
    status: status === 'completed' ? 'confirmed' : status,
    created_at: transaction_date,
    paid_for: paidBy.get(id) ?? null,
  }))
  const payment_due = paid.some(([transaction]) => transaction === null)
  return { deposits, deposits_total: page.pagination.total, payment_due }
}

/**
 * An investor's latest activities: the records behind the value of a calculated portfolio; the entered ones of a manual
 * portfolio, or if nothing is recorded yet. Entered amounts would contradict the records. Both include requests.
 */
export async function listActivities(userId: number): Promise<Activity[]> {
  const [records, rows] = await Promise.all([listCalculatedActivity(userId), newestActivities({ userId })])
  if (records) return records
  const entered = rows.map(([id, type, description, date, net_growth, balance]) => ({
    id: activityId('request', id),
    type,
    description,
    activity_date: toIsoTimestamp(date),
    net_growth,
    balance,
  }))
  return [...entered, ...(await listSubmittedSubscriptions(userId, MAX_ACTIVITIES))]
    .sort((one, other) => other.activity_date.localeCompare(one.activity_date))
    .slice(0, MAX_ACTIVITIES)
}

/** An investor's portfolio, with the newest deposits and activities. */
export async function getPortfolio(userId: number): Promise<PortfolioResponse> {
  const [figures, deposits, recentActivity] = await Promise.all([
    getPortfolioFigures(userId),
    readDeposits(userId),
    listActivities(userId),
  ])
  return { ...figures, ...deposits, recentActivity }
}

/**
 * Stores the token an investor asks to invest in, replacing an earlier, undecided request, and returns its symbol. The
 * investor is told that it was received; asking for the pending token again changes nothing. Simultaneous calls leave
 * one portfolio and the last request. Throws `validation` if the token is unknown or not active, `session_expired` if
 * the account was deleted.
 */
export function requestInvestment(userId: number, symbol: string): Promise<string> {
  return inTransaction(async () => {
    const db = database()
    // Simultaneous requests of one investor take turns.
    if (!(await lockActiveAccount(userId, 'no key update')))
      throw new Problem('session_expired', SESSION_EXPIRED)
    const active = await findActiveSymbol(symbol)
    if (!active) throw invalidFieldProblem('/pending_investments', 'This token is not open for investment')
    const [before] = await db
      .select({ id: portfolios.id, waiting: portfolios.pending_investments })
      .from(portfolios)
      .where(eq(portfolios.user_id, userId))
      .for('no key update')
    if (before?.waiting === active) return active
    const request = {
      pending_investments: active,
      pending_since: sql`now()`,
      rejected_symbol: null,
      rejected_at: null,
      rejection_reason: '',
    }
    // An insert would use an id even if the portfolio exists.
    const [row] = before
      ? await db.update(portfolios).set(request).where(eq(portfolios.id, before.id)).returning()
      : await db
          .insert(portfolios)
          .values({ user_id: userId, ...request, is_recorded: false })
          .onConflictDoUpdate({ target: portfolios.user_id, set: request })
          .returning()
    if (!row) throw new Error('A locked row no longer exists')
    await db.insert(activities).values({
      user_id: userId,
      type: 'investment',
      description: `Request to invest in ${active} received`,
      balance: row.total_value,
    })
    await db.insert(notifications).values({
      user_id: userId,
      category: 'investment',
      type: 'info',
      title: 'Investment request received',
      message: `Your request to invest in ${active} has been sent to the investment team. It is not a commitment and nothing has been charged.`,
    })
    return active
  })
}

type AllocatedRow = [
  symbol: string,
  name: string,
  category: string,
  investments: number,
  approved_at: string | null,
  value: string | null,
]

/** By token, whatever its name when a request was approved; by symbol if the token was deleted. */
const allocated = prepareStatement<AllocatedRow>(
  () => sql`
    select coalesce(min(tokens.symbol), min(each.token_symbol)) as symbol,
      coalesce(min(tokens.name), min(each.token_symbol)), coalesce(min(category.name), ''),
      (count(*) filter (where not is_held))::int as investments, max(since) filter (where not is_held),
      round(sum(held.units * valued.preferred), 2) as value
    from (${selectActiveSeries(sql`${userId}`)}) as each
    left join ${tokens} on tokens.id = each.token_id
    left join ${tokenCategories} as category on category.id = tokens.category_id
    left join ${holdings} as held on is_held and held.token_id = each.token_id and held.user_id = ${userId}
    left join lateral (${selectUnitValue(sql`held.token_id`)}) as valued on true
    group by series
    order by value desc nulls last, investments desc, symbol limit ${sql.raw(String(MAX_HOLDINGS))}`,
)

/** The series in which an investor holds units or has approved requests; largest value first, then most requests. */
export async function listAllocationSeries(userId: number): Promise<Holding[]> {
  const rows = await allocated({ userId })
  return rows.map(([symbol, name, category, investments, approved_at, value]) => ({
    ...{ symbol, name, category, investments, value },
    approved_at: approved_at === null ? null : toIsoTimestamp(approved_at),
  }))
}
