import { asc, count, desc, eq, sql } from 'drizzle-orm'
import {
  type Activity,
  type Deposit,
  type Holding,
  NOTHING_PENDING,
  type Portfolio,
  type PortfolioAnswer,
  type ValuePoint,
} from '#contract/portfolio'
import { Problem, refuseField } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { isoInstant, prepared, statement } from '#db/prepared'
import { activities, investments, portfolios, portfolioValues } from '#db/schema/portfolios'
import { tokenCategories, tokens } from '#db/schema/tokens'
import { findActiveSymbol } from '#modules/tokens/service'
import { readPage } from '#modules/transactions/service'
import { SESSION_EXPIRED } from '#plugins/guard'

/** Deposits and activities that one answer lists at most, and points that a chart gets. */
const MAX_DEPOSITS = 100
const MAX_ACTIVITIES = 50
const MAX_POINTS = 400
/** Tokens an allocation tells apart at most. */
const MAX_HOLDINGS = 200

const userId = sql.placeholder('userId')

/** The statement behind the figures. */
export const figures = prepared((db) =>
  db
    .select({
      totalValue: portfolios.total_value,
      totalDeposited: portfolios.total_invested,
      totalGains: portfolios.total_gains,
      activeInvestments: portfolios.active_investments,
      pendingInvestments: portfolios.pending_investments,
      performance: portfolios.performance,
    })
    .from(portfolios)
    .where(eq(portfolios.user_id, userId))
    .prepare('portfolio_figures'),
)

type ActivityRow = [
  id: number,
  type: Activity['type'],
  description: string,
  date: string,
  net_growth: string,
  balance: string,
]

/** The statement behind the recent activity. */
export const newestActivities = statement<ActivityRow>(
  () => sql`
    select id, type, description, activity_date, net_growth, balance from ${activities}
    where user_id = ${userId} order by activity_date desc, id desc limit ${sql.raw(String(MAX_ACTIVITIES))}`,
)

/** An investor without a portfolio yet. */
const NOTHING: Portfolio = {
  totalValue: '0.00',
  totalDeposited: '0.00',
  totalGains: '0.00',
  activeInvestments: 0,
  pendingInvestments: NOTHING_PENDING,
  performance: 0,
}

async function readFigures(userId: number): Promise<Portfolio> {
  const [row] = await figures().execute({ userId })
  // Percent is no money: the wire has it as a number, which holds its four decimals exactly enough.
  return row ? { ...row, performance: Number(row.performance) } : NOTHING
}

async function readDeposits(userId: number): Promise<{ deposits: Deposit[]; deposits_total: number }> {
  const page = await readPage(userId, { type: 'deposit', limit: MAX_DEPOSITS, offset: 0 })
  const deposits = page.transactions.map(({ id, amount, status, transaction_date }) => ({
    id,
    amount,
    status: status === 'completed' ? 'confirmed' : status,
    created_at: transaction_date,
  }))
  return { deposits, deposits_total: page.pagination.total }
}

/** The newest activities of an investor. */
export async function listActivities(userId: number): Promise<Activity[]> {
  const rows = await newestActivities({ userId })
  return rows.map(([id, type, description, date, net_growth, balance]) => ({
    id,
    type,
    description,
    activity_date: isoInstant(date),
    net_growth,
    balance,
  }))
}

/** What an investor owns, with the newest deposits and activities. */
export async function readPortfolio(userId: number): Promise<PortfolioAnswer> {
  const [portfolio, deposits, recentActivity] = await Promise.all([
    readFigures(userId),
    readDeposits(userId),
    listActivities(userId),
  ])
  return { portfolio, ...deposits, recentActivity }
}

/**
 * Saves the token an investor asks to invest in, in place of an earlier, unanswered request, and answers
 * its symbol. Calls at the same time leave one portfolio and the request of the last.
 * Throws `validation` when the token is unknown or not active, `session_expired` when the account was deleted.
 */
export function chooseToken(userId: number, symbol: string): Promise<string> {
  return inTransaction(async () => {
    if (!(await lockLiveUser(userId))) throw new Problem('session_expired', SESSION_EXPIRED)
    const active = await findActiveSymbol(symbol)
    if (!active) throw refuseField('/pending_investments', 'This token is not open for investment')
    const request = { pending_investments: active, pending_since: sql`now()` }
    // An insert takes a number even where there is a portfolio already.
    const changed = await database()
      .update(portfolios)
      .set(request)
      .where(eq(portfolios.user_id, userId))
      .returning({ id: portfolios.id })
    if (changed.length > 0) return active
    await database()
      .insert(portfolios)
      .values({ user_id: userId, ...request })
      .onConflictDoUpdate({ target: portfolios.user_id, set: request })
    return active
  })
}

/**
 * Every n-th point, counted back from the newest so that this one is always among them; n grows with
 * their number. The oldest is always there too: a chart begins where the portfolio does.
 */
const history = prepared((db) => {
  const numbered = db
    .select({
      recorded_at: portfolioValues.recorded_at,
      total_value: portfolioValues.total_value,
      total_invested: portfolioValues.total_invested,
      place: sql<number>`row_number() over (order by ${portfolioValues.recorded_at} desc)`.as('place'),
      total: sql<number>`count(*) over ()`.as('total'),
    })
    .from(portfolioValues)
    .innerJoin(portfolios, eq(portfolios.id, portfolioValues.portfolio_id))
    .where(eq(portfolios.user_id, userId))
    .as('numbered')
  const step = sql`ceil(${numbered.total} / ${sql.raw(`${MAX_POINTS - 1}.0`)})::int`
  return db
    .select({
      recorded_at: numbered.recorded_at,
      total_value: numbered.total_value,
      total_invested: numbered.total_invested,
    })
    .from(numbered)
    .where(sql`(${numbered.place} - 1) % ${step} = 0 or ${numbered.place} = ${numbered.total}`)
    .orderBy(asc(numbered.recorded_at))
    .prepare('portfolio_history')
})

/** What the portfolio of an investor was worth, oldest first. */
export async function readHistory(userId: number): Promise<ValuePoint[]> {
  const rows = await history().execute({ userId })
  return rows.map(({ recorded_at, ...values }) => ({ time: recorded_at.toISOString(), ...values }))
}

/** By the symbol the request was approved under: it stays when its token is renamed or deleted. */
const holdings = prepared((db) =>
  db
    .select({
      symbol: investments.token_symbol,
      name: sql<string>`coalesce(min(${tokens.name}), ${investments.token_symbol})`,
      category: sql<string>`coalesce(min(${tokenCategories.name}), '')`,
      investments: count(),
    })
    .from(investments)
    .leftJoin(tokens, eq(tokens.id, investments.token_id))
    .leftJoin(tokenCategories, eq(tokenCategories.id, tokens.category_id))
    .where(eq(investments.user_id, userId))
    .groupBy(investments.token_symbol)
    .orderBy(desc(count()), asc(investments.token_symbol))
    .limit(MAX_HOLDINGS)
    .prepare('portfolio_holdings'),
)

/** How many approved investments an investor has in each token, most first. */
export const listHoldings = (userId: number): Promise<Holding[]> => holdings().execute({ userId })
