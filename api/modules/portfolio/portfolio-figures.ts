/** The figures of a portfolio, calculated or manually entered, and how the transactions explain its value. */
import { type AnyColumn, eq, sql } from 'drizzle-orm'
import type { InvestmentRequest, PortfolioResponse } from '#contract/portfolio/portfolio'
import { prepareQuery, toIsoTimestamp } from '#db/prepared-queries'
import { transactions, transactionTotals } from '#db/schema/cash/transactions'
import { series } from '#db/schema/catalog/series'
import { normalizeSymbol, tokens } from '#db/schema/catalog/tokens'
import { holdings } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { users } from '#db/schema/identity/accounts'
import { portfolios, portfolioValues } from '#db/schema/portfolio/portfolios'
import { openSubscriptionStatusList } from '#modules/catalog/series/series-figures'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { selectCalculatedFigures } from './calculated-figures.ts'

type BookedType = 'deposit' | 'withdrawal'

const newestCompleted = (type: BookedType) => sql<string | null>`(
    select transaction_date::text from ${transactions}
    where user_id = ${users.id} and type = ${sql.raw(`'${type}'`)} and status = 'completed'
    order by transaction_date desc limit 1
  )`

const completedSum = (type: BookedType) => sql<string>`coalesce((
    select amount from ${transactionTotals}
    where user_id = ${users.id} and type = ${sql.raw(`'${type}'`)} and status = 'completed'
  ), 0.00)`

/** Whether an administrator has entered the figures; a portfolio that only contains a request is not manual. */
export const isManuallyEntered = sql`coalesce(${portfolios.is_recorded}, false)`

/** A figure as entered; otherwise as calculated. */
const figure = <T>(entered: AnyColumn, derived: string) =>
  sql<T>`case when ${isManuallyEntered} then ${entered} else ${sql.raw(`derived.${derived}`)} end`

const deposited = sql<string>`case when ${isManuallyEntered} then ${completedSum('deposit')} else derived.deposited end`
const withdrawn = sql<string>`case when ${isManuallyEntered} then ${completedSum('withdrawal')} else derived.withdrawn end`
const value = figure<string>(portfolios.total_value, 'value')
const gains = figure<string>(portfolios.total_gains, 'gains')

const nothing = sql.raw(`'${NO_PENDING_INVESTMENT}'`)

/** Series with a pending request, an open subscription or both. */
const pendingCount = sql<number>`(
    select count(distinct series)::int from (
      select ${normalizeSymbol(sql`nullif(${portfolios.pending_investments}, ${nothing})`)} as series
      union all
      select ${normalizeSymbol(sql`token.symbol`)} from ${subscriptions} as subscription
      join ${tokens} as token on token.id = subscription.token_id
      where subscription.user_id = ${users.id} and subscription.state in (${openSubscriptionStatusList})
    ) as pending
  )`

/** Manually entered figures take precedence, whatever is held. */
const isIllustrative = sql<boolean>`not ${isManuallyEntered} and exists (
    select from ${holdings} as held join ${series} as shown on shown.token_id = held.token_id
    where held.user_id = ${users.id} and shown.is_illustrative
  )`

/** The statement behind the figures: a single one, so that all of them are from the same moment. */
export const portfolioFiguresQuery = prepareQuery((db) =>
  db
    .select({
      isEntered: sql<boolean>`${isManuallyEntered}`,
      totalValue: value,
      totalDeposited: figure<string>(portfolios.total_invested, 'deposited'),
      totalGains: gains,
      activeInvestments: figure<number>(portfolios.active_investments, 'active'),
      pendingInvestments: sql<string>`coalesce(${portfolios.pending_investments}, ${nothing})`,
      pending_count: pendingCount,
      illustrative: isIllustrative,
      performance: figure<string>(portfolios.performance, 'performance'),
      pending_since: sql<string | null>`${portfolios.pending_since}::text`,
      rejected_symbol: portfolios.rejected_symbol,
      rejected_at: sql<string | null>`${portfolios.rejected_at}::text`,
      rejection_reason: portfolios.rejection_reason,
      deposited: deposited.as('deposited'),
      deposited_at: newestCompleted('deposit').as('deposited_at'),
      withdrawn: withdrawn.as('withdrawn'),
      withdrawn_at: newestCompleted('withdrawal').as('withdrawn_at'),
      units_received: sql<string>`case when ${isManuallyEntered} then 0.00 else derived.received end`,
      units_given: sql<string>`case when ${isManuallyEntered} then 0.00 else derived.given end`,
      unexplained: sql<string>`case when ${isManuallyEntered} then ${value} - (${deposited} - ${withdrawn} + ${gains}) else 0.00 end`,
      valued_at: sql<string | null>`case when ${isManuallyEntered} then (
        select recorded_at from ${portfolioValues}
        where portfolio_id = ${portfolios.id} order by recorded_at desc limit 1
      ) else derived.valued_at end::text`,
    })
    .from(users)
    .leftJoin(portfolios, eq(portfolios.user_id, users.id))
    .crossJoinLateral(
      sql`${selectCalculatedFigures(sql`${users.id}`, sql`not ${isManuallyEntered}`)} as derived`,
    )
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('portfolio_figures'),
)

const instantOrNull = (text: string | null) => (text === null ? null : toIsoTimestamp(text))

interface RequestColumns {
  pendingInvestments: string
  pending_since: string | null
  rejected_symbol: string | null
  rejected_at: string | null
  rejection_reason: string | null
}

/** The pending request; otherwise the most recently rejected one. */
function requestOf(row: RequestColumns): InvestmentRequest | null {
  if (row.pendingInvestments !== NO_PENDING_INVESTMENT) {
    const requested_at = instantOrNull(row.pending_since)
    return { symbol: row.pendingInvestments, state: 'pending', requested_at, decided_at: null, reason: '' }
  }
  if (row.rejected_symbol === null) return null
  const decided_at = instantOrNull(row.rejected_at)
  const reason = row.rejection_reason ?? ''
  return { symbol: row.rejected_symbol, state: 'rejected', requested_at: null, decided_at, reason }
}

/** The figures of an investor. */
export async function getPortfolioFigures(
  userId: number,
): Promise<
  Pick<PortfolioResponse, 'source' | 'portfolio' | 'request' | 'pending_count' | 'illustrative' | 'breakdown'>
> {
  const [row] = await portfolioFiguresQuery().execute({ userId })
  if (!row) throw new Error('A signed-in investor has no row')
  return {
    source: row.isEntered ? 'entered' : 'derived',
    portfolio: {
      totalValue: row.totalValue,
      totalDeposited: row.totalDeposited,
      totalGains: row.totalGains,
      activeInvestments: row.activeInvestments,
      pendingInvestments: row.pendingInvestments,
      // Percent is not money: JSON has it as a number, which represents its four decimals exactly enough.
      performance: Number(row.performance),
    },
    request: requestOf(row),
    pending_count: row.pending_count,
    illustrative: row.illustrative,
    breakdown: {
      deposited: row.deposited,
      deposited_at: instantOrNull(row.deposited_at),
      withdrawn: row.withdrawn,
      withdrawn_at: instantOrNull(row.withdrawn_at),
      units_received: row.units_received,
      units_given: row.units_given,
      gains: row.totalGains,
      unexplained: row.unexplained,
      value: row.totalValue,
      valued_at: instantOrNull(row.valued_at),
    },
  }
}
