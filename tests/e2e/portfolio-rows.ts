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

export async function makePortfolio(sql: Sql, user_id: number, row: PortfolioRow = {}): Promise<void> {
  await sql`insert into portfolios ${sql({ user_id, ...row })}`
}

export interface ActivityRow {
  type?: string
  description: string
  net_growth: string
  balance: string
  activity_date: string
}

export async function makeActivities(sql: Sql, user_id: number, rows: ActivityRow[]): Promise<void> {
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
export async function makeTransactions(sql: Sql, user_id: number, rows: TransactionRow[]): Promise<number[]> {
  const complete = { status: 'completed', fee: '0', currency: 'USD', description: '' }
  const made = await sql<{ id: number }[]>`
    insert into transactions ${sql(rows.map((row) => ({ ...complete, ...row, user_id })))} returning id`
  return made.map(({ id }) => id)
}

export async function makeInvestments(sql: Sql, user_id: number, symbols: string[]): Promise<void> {
  await sql`insert into investments (user_id, token_id, token_symbol)
    select ${user_id}, t.id, s.symbol from unnest(${symbols}::text[]) as s(symbol)
    left join tokens t on t.symbol = s.symbol`
}
