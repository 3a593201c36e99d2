/** The content of a statement: its rows, and the sums before, within and after its range. */
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { assertPastDayRange } from '#common/range-validation'
import { STATEMENT_ROWS_MAX, type Transaction, type TransactionType } from '#contract/cash/transactions'
import { formatAccountNumber } from '#contract/identity/account-number'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { slowQueryDatabase } from '#db/connection'
import type { DayRange } from '#db/list-queries'
import { transactions } from '#db/schema/cash/transactions'
import { users } from '#db/schema/identity/accounts'
import { settings } from '#db/schema/platform/settings'
import {
  isDistributionPayment,
  selectDistributionDescription,
} from '#modules/cash/transactions/distribution-payments'
import { reversedPayments } from '#modules/cash/transactions/reversed-distribution-payments'
import {
  beforeRangeCondition,
  exportColumns,
  toTransaction,
  withinRangeCondition,
} from '#modules/cash/transactions/transaction-export'
import { getLegalName } from '#modules/identity/profile/legal-name'
import { transactionTypes } from '#shared/enums/transactions'
import { getStatementPortfolio, type StatementPortfolio } from './statement-portfolio.ts'

type SumKind = TransactionType | 'distribution'

/** Sums of completed transactions of one kind, as decimal strings with two decimals. */
export interface CashStatementLine {
  /** A type, distribution payments separate from other interest, or the fees of other transactions. */
  kind: SumKind | 'carried_fees'
  opening: string
  period: string
  closing: string
}

/** Figures of one currency: amounts are never summed across currencies. */
export interface CurrencyFigures {
  currency: string
  lines: CashStatementLine[]
}

export interface StatementRow extends Transaction {
  /** Whether it is a distribution payment, explained in its description. */
  isPayment: boolean
}

export interface Statement {
  siteName: string
  /** Name of the issuer. */
  address: string
  investor: { name: string; email: string; account: string }
  portfolio: StatementPortfolio
  range: DayRange
  /** Oldest first. */
  rows: StatementRow[]
  figures: CurrencyFigures[]
}

interface Sums {
  opening: bigint
  period: bigint
}

/** Exact: a decimal with two decimals as a whole number of cents. */
const centsOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''))

/** A whole number of cents as a decimal with two decimals. */
function decimalOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const kinds = [...transactionTypes, 'distribution', 'carried_fees'] as const

interface SumRow {
  currency: string
  kind: SumKind
  within: boolean
  amount: string
  fees: string
}

function figuresOf(sums: SumRow[]): CurrencyFigures[] {
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency)
  return [...byCurrency].map(([currency, rows]) => {
    const totals = new Map<CashStatementLine['kind'], Sums>(
      kinds.map((kind) => [kind, { opening: 0n, period: 0n }]),
    )
    const add = (kind: CashStatementLine['kind'], within: boolean, decimal: string) => {
      const total = totals.get(kind)
      if (total) total[within ? 'period' : 'opening'] += centsOf(decimal)
    }
    for (const { kind, within, amount, fees } of rows) {
      add(kind, within, amount)
      add('carried_fees', within, fees)
    }
    const lines = [...totals].map(([kind, { opening, period }]) => ({
      kind,
      opening: decimalOf(opening),
      period: decimalOf(period),
      closing: decimalOf(opening + period),
    }))
    return { currency, lines }
  })
}

/**
 * As much of a description as fits its three lines. Reading and laying out the whole text, up to 5,000 characters in
 * each of 20,000 rows, would be wasted.
 */
const DESCRIPTION_READ = 400
const beginning = sql<string>`coalesce(${selectDistributionDescription}, left(${transactions.description}, ${sql.raw(String(DESCRIPTION_READ))}))`
const kindOf = sql<SumKind>`case when ${isDistributionPayment} then 'distribution' else ${transactions.type}::text end`

/** Payments and reversals of reversed distributions, before and within a range, as its sums. */
const sumReversed = (userId: number, { from, to }: DayRange) => sql<SumRow>`
  select currency::text as currency, 'distribution' as kind, is_within as within, sum(amount)::text as amount, '0.00' as fees
  from (
    select *, ${from ? sql`at >= ${from}::date::timestamp at time zone 'UTC'` : sql`true`} as is_within
    from (${reversedPayments(sql`${userId}`)}) as each
    where ${to ? sql`at < (${to}::date + 1)::timestamp at time zone 'UTC'` : sql`true`}
  ) as reversed group by currency, is_within`

/**
 * Reads a statement's rows and sums in one snapshot, so that they agree, and releases the connection. Throws
 * `validation` for a range with too many transactions, that ends before it begins or after today (UTC).
 */
export async function getStatement(userId: number, range: DayRange): Promise<Statement> {
  assertPastDayRange(range)
  const portfolio = await getStatementPortfolio(userId, range)
  return slowQueryDatabase().transaction(
    async (tx) => {
      const within = withinRangeCondition(userId, range)
      const rows = await tx
        .select({ ...exportColumns, description: beginning, isPayment: isDistributionPayment })
        .from(transactions)
        .where(within)
        .orderBy(asc(transactions.transaction_date), asc(transactions.id))
        .limit(STATEMENT_ROWS_MAX + 1)
      if (rows.length > STATEMENT_ROWS_MAX) {
        const most = STATEMENT_ROWS_MAX.toLocaleString('en-US')
        throw invalidFieldProblem(
          '/from',
          `A statement can contain up to ${most} transactions. Select a shorter period, or export the transactions as CSV.`,
        )
      }
      const sums = await tx
        .select({
          currency: transactions.currency,
          kind: kindOf.as('kind'),
          within: sql<boolean>`${within}`.as('within'),
          amount: sql<string>`sum(${transactions.amount})`,
          fees: sql<string>`sum(${transactions.fee})`,
        })
        .from(transactions)
        .where(
          and(eq(transactions.status, 'completed'), or(within, beforeRangeCondition(userId, range)) as SQL),
        )
        .groupBy(transactions.currency, sql`kind`, sql`within`)
        .orderBy(asc(transactions.currency))
      const reversed = await tx.execute<SumRow & Record<string, unknown>>(sumReversed(userId, range))
      const [investor] = await tx
        .select({ name: getLegalName(users), email: users.email })
        .from(users)
        .where(eq(users.id, userId))
      if (!investor) throw new Problem('not_found', 'This account no longer exists.')
      const [site] = await tx
        .select({ name: settings.site_name, address: settings.company_address })
        .from(settings)
        .limit(1)
      return {
        siteName: site?.name ?? '',
        address: site?.address ?? '',
        investor: {
          ...investor,
          account: formatAccountNumber(userId),
        },
        portfolio,
        range,
        rows: rows.map(({ isPayment, ...row }) => ({ ...toTransaction(row), isPayment })),
        figures: figuresOf([...sums, ...reversed]),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
