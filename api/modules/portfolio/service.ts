import { eq, sql } from 'drizzle-orm'
import { SESSION_EXPIRED } from '#common/revocation'
import type { Activity, Holding, PortfolioResponse } from '#contract/portfolio'
import { invalidField, Problem } from '#contract/problem'
import { subscriptionReference } from '#contract/subscriptions'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { isoInstant, statement } from '#db/prepared'
import { notifications } from '#db/schema/notifications'
import { activities, portfolios } from '#db/schema/portfolios'
import { holdings } from '#db/schema/register'
import { subscriptions } from '#db/schema/subscriptions'
import { tokenCategories, tokens } from '#db/schema/tokens'
import { findActiveSymbol } from '#modules/tokens/service'
import { readPage } from '#modules/transactions/service'
import { activeSeries, unitValueOf } from './derived.ts'
import { readFigures } from './figures.ts'
import { listRecentRecords } from './recent-records.ts'
import { activityId, listSubmissions } from './submissions.ts'

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
export const newestActivities = statement<ActivityRow>(
  () => sql`
    select id, type, description, activity_date, net_growth, balance from ${activities}
    where user_id = ${userId} order by activity_date desc, id desc limit ${sql.raw(String(MAX_ACTIVITIES))}`,
)

/** The subscriptions that deposits of an investor paid for, and without a deposit those that are to be paid. */
const paidSubscriptions = statement<[transaction: number | null, id: number, symbol: string]>(
  () => sql`
    select subscriptions.transaction_id, subscriptions.id, tokens.symbol from ${subscriptions}
    join ${tokens} on tokens.id = subscriptions.token_id
    where subscriptions.user_id = ${userId} and (subscriptions.transaction_id is not null or subscriptions.state = 'approved')`,
)

type Booked = Pick<PortfolioResponse, 'deposits' | 'deposits_total' | 'payment_due'>

async function readDeposits(userId: number): Promise<Booked> {
  const [page, paid] = await Promise.all([
    readPage(userId, { type: 'deposit', limit: MAX_DEPOSITS, offset: 0 }),
    paidSubscriptions({ userId }),
  ])
  const paidBy = new Map(
    paid.map(([transaction, subscription_id, symbol]) => [
      transaction,
      { subscription_id, reference: subscriptionReference(subscription_id), symbol },
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
 * The newest activities of an investor: of a derived portfolio the records behind its value; the entered ones of an
 * entered portfolio, and where nothing is recorded yet. Entered amounts would contradict the records. Beside both
 * stands what was asked for.
 */
export async function listActivities(userId: number): Promise<Activity[]> {
  const [records, rows] = await Promise.all([listRecentRecords(userId), newestActivities({ userId })])
  if (records) return records
  const entered = rows.map(([id, type, description, date, net_growth, balance]) => ({
    id: activityId('request', id),
    type,
    description,
    activity_date: isoInstant(date),
    net_growth,
    balance,
  }))
  return [...entered, ...(await listSubmissions(userId, MAX_ACTIVITIES))]
    .sort((one, other) => other.activity_date.localeCompare(one.activity_date))
    .slice(0, MAX_ACTIVITIES)
}

/** An investor's portfolio, with the newest deposits and activities. */
export async function readPortfolio(userId: number): Promise<PortfolioResponse> {
  const [figures, deposits, recentActivity] = await Promise.all([
    readFigures(userId),
    readDeposits(userId),
    listActivities(userId),
  ])
  return { ...figures, ...deposits, recentActivity }
}

/**
 * Stores the token an investor asks to invest in, replacing an earlier, undecided request, and returns its symbol. The
 * investor is told that it was received; asking for the waiting token again changes nothing. Simultaneous calls leave
 * one portfolio and the request of the last. Throws `validation` when the token is unknown or not active,
 * `session_expired` when the account was deleted.
 */
export function chooseToken(userId: number, symbol: string): Promise<string> {
  return inTransaction(async () => {
    const db = database()
    // Simultaneous requests of one investor take turns.
    if (!(await lockLiveUser(userId, 'no key update'))) throw new Problem('session_expired', SESSION_EXPIRED)
    const active = await findActiveSymbol(symbol)
    if (!active) throw invalidField('/pending_investments', 'This token is not open for investment')
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
      message: `Your request to invest in ${active} is with the investment team. Nothing is bought or charged yet.`,
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
const allocated = statement<AllocatedRow>(
  () => sql`
    select coalesce(min(tokens.symbol), min(each.token_symbol)) as symbol,
      coalesce(min(tokens.name), min(each.token_symbol)), coalesce(min(category.name), ''),
      (count(*) filter (where not is_held))::int as investments, max(since) filter (where not is_held),
      round(sum(held.units * valued.preferred), 2) as value
    from (${activeSeries(sql`${userId}`)}) as each
    left join ${tokens} on tokens.id = each.token_id
    left join ${tokenCategories} as category on category.id = tokens.category_id
    left join ${holdings} as held on is_held and held.token_id = each.token_id and held.user_id = ${userId}
    left join lateral (${unitValueOf(sql`held.token_id`)}) as valued on true
    group by series
    order by value desc nulls last, investments desc, symbol limit ${sql.raw(String(MAX_HOLDINGS))}`,
)

/** The series that an investor holds units of or has approved requests for; largest value first, then most requests. */
export async function listHoldings(userId: number): Promise<Holding[]> {
  const rows = await allocated({ userId })
  return rows.map(([symbol, name, category, investments, approved_at, value]) => ({
    ...{ symbol, name, category, investments, value },
    approved_at: approved_at === null ? null : isoInstant(approved_at),
  }))
}
