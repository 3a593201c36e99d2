/** The subscriptions submitted in a range, each in its state at the end of it. */
import { sql } from 'drizzle-orm'
import { toCsvDecimal } from '#common/csv'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import { slowQueryDatabase } from '#db/connection'
import { withinDaysCondition } from '#db/list-queries'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { selectUserName } from '#modules/holdings/register/cap-table'
import { writeShortDay } from '#shared/format-date'
import { formatFigure, type Report, type ReportRange } from './report.ts'

interface Row extends Record<string, unknown> {
  id: number
  submitted: string
  user_id: number
  name: string
  email: string
  symbol: string
  amount: string
  unit_price: string
  units: string
  state: string
}

/** The last step by the end of the range; every subscription starts as submitted. */
const stateAt = (to: string) => sql`coalesce((
  select step.state from subscription_steps as step
  where step.subscription_id = subscriptions.id and step.at < (${to}::date + 1)::timestamp at time zone 'UTC'
  order by step.id desc limit 1), 'submitted')`

const words = (state: string): string => {
  const text = state.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function createSubscriptionReport(range: ReportRange): Report<Row> {
  const within = withinDaysCondition(subscriptions.created_at, range) ?? sql`true`
  const readTotals = () =>
    slowQueryDatabase().execute<{ state: string; count: number; amount: string }>(sql`
      select state, count(*)::int as count, sum(amount)::text as amount
      from (select ${stateAt(range.to)} as state, amount from subscriptions where ${within}) as listed
      group by state order by state`)
  return {
    async totals() {
      const rows = await readTotals()
      return [
        {
          title: `By status as of ${range.to}, USD`,
          heads: ['COUNT', 'AMOUNT'],
          rows: rows.map(({ state, count, amount }) => ({
            label: words(state),
            figures: [String(count), formatFigure(amount)],
          })),
        },
      ]
    },
    columns: [
      ['Reference', ({ id }) => formatSubscriptionReference(id)],
      ['Submitted (UTC)', ({ submitted }) => submitted],
      ['User ID', ({ user_id }) => user_id],
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Series', ({ symbol }) => symbol],
      ['Amount (USD)', ({ amount }) => toCsvDecimal(amount)],
      ['Unit price (USD)', ({ unit_price }) => toCsvDecimal(unit_price)],
      ['Units', ({ units }) => toCsvDecimal(units)],
      [`Status as of ${range.to}`, ({ state }) => state],
    ],
    printed: [
      { title: 'Reference', width: 0.14, text: ({ id }) => formatSubscriptionReference(id) },
      { title: 'Submitted', width: 0.14, text: ({ submitted }) => writeShortDay(submitted) },
      { title: 'Investor', width: 0.28, text: ({ name }) => name },
      { title: 'Series', width: 0.14, text: ({ symbol }) => symbol },
      { title: 'Status', width: 0.14, text: ({ state }) => words(state) },
      { title: 'Amount (USD)', width: 0.16, isFigure: true, text: ({ amount }) => formatFigure(amount) },
    ],
    count: () =>
      slowQueryDatabase().execute<{ total: number }>(
        sql`select count(*)::int as total from subscriptions where ${within}`,
      ),
    read: async (last, limit) => [
      ...(await slowQueryDatabase().execute<Row>(sql`
        select subscriptions.id, to_char(subscriptions.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as submitted,
          subscriptions.user_id, ${selectUserName} as name, users.email, tokens.symbol, subscriptions.amount::text,
          subscriptions.unit_price::text, subscriptions.units::text, ${stateAt(range.to)} as state
        from subscriptions join users on users.id = subscriptions.user_id join tokens on tokens.id = subscriptions.token_id
        where ${within} and subscriptions.id > ${last?.id ?? 0}
        order by subscriptions.id limit ${limit}`)),
    ],
  }
}
