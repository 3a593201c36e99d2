/** Rows of investors, written directly into the database, for browser tests. Every row belongs to one investor. */
import type { Sql } from 'postgres'

export interface PortfolioRow {
  total_value?: string
  total_invested?: string
  total_gains?: string
  active_investments?: number
  pending_investments?: string
  performance?: string
}

export async function createPortfolio(sql: Sql, user_id: number, row: PortfolioRow = {}): Promise<void> {
  await sql`insert into portfolios ${sql({ user_id, ...row })}`
}

export interface ActivityRow {
  type?: string
  description: string
  net_growth: string
  balance: string
  activity_date: string
}

export async function createActivities(sql: Sql, user_id: number, rows: ActivityRow[]): Promise<void> {
  await sql`insert into activities ${sql(rows.map((row) => ({ type: 'activity', ...row, user_id })))}`
}

export interface TransactionRow {
  type: string
  amount: string
  status?: string
  fee?: string
  currency?: string
  description?: string
  transaction_date: string
}

/** Returns the ids in the order of the rows. */
export async function createTransactions(
  sql: Sql,
  user_id: number,
  rows: TransactionRow[],
): Promise<number[]> {
  const complete = { status: 'completed', fee: '0', currency: 'USD', description: '' }
  const made = await sql<{ id: number }[]>`
    insert into transactions ${sql(rows.map((row) => ({ ...complete, ...row, user_id })))} returning id`
  return made.map(({ id }) => id)
}

export async function createInvestments(sql: Sql, user_id: number, symbols: string[]): Promise<void> {
  await sql`insert into investments (user_id, token_id, token_symbol)
    select ${user_id}, t.id, s.symbol from unnest(${symbols}::text[]) as s(symbol)
    left join tokens t on t.symbol = s.symbol`
}

/** An onboarded account: investments, deposits, activities, a value for each month and a notification. */
export async function createFullAccount(sql: Sql, user_id: number): Promise<void> {
  const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-05T09:00:00Z`)
  await createPortfolio(sql, user_id, {
    total_value: '72040.35',
    total_invested: '75000.00',
    total_gains: '4490.35',
    active_investments: 3,
    performance: '5.9900',
  })
  await sql`insert into portfolio_values (portfolio_id, recorded_at, total_value, total_invested, total_gains)
    select p.id, m.at::timestamptz - interval '1 year', 1000 * m.nr, 900 * m.nr, 100 * m.nr
    from portfolios p, unnest(${months}::text[]) with ordinality as m (at, nr) where p.user_id = ${user_id}`
  await createInvestments(sql, user_id, ['$WITGOLD', '$HALL', '$MONZ'])
  await createTransactions(
    sql,
    user_id,
    months.slice(0, 9).map((transaction_date) => ({ type: 'deposit', amount: '5000.00', transaction_date })),
  )
  await createActivities(
    sql,
    user_id,
    months.slice(0, 6).map((activity_date, at) => ({
      description: `Monthly valuation ${at}`,
      net_growth: '120.50',
      balance: '72040.35',
      activity_date,
    })),
  )
  await sql`insert into notifications (user_id, title, message) values (${user_id}, 'Deposit booked', 'It has arrived.')`
}
