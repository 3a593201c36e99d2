/** The registers of all series at the end of a day: each holder's units. */
import { sql } from 'drizzle-orm'
import { toCsvDecimal } from '#common/csv'
import { slowQueryDatabase } from '#db/connection'
import { selectHoldersOn, selectUserName } from '#modules/holdings/register/cap-table'
import { formatLongDate } from '#shared/format-date'
import { formatFigure, type Report, type ReportRange } from './report.ts'

interface Row extends Record<string, unknown> {
  token_id: number
  symbol: string
  user_id: number
  name: string
  email: string
  units: string
  share: string
  cost: string
}

interface Total extends Record<string, unknown> {
  token_id: number
  symbol: string
  holders: number
  units: string
}

/** Every series with holders on a day, by symbol. */
const readTotals = (to: string) =>
  slowQueryDatabase().execute<Total>(sql`
    with since as (
      select entry.token_id, entry.user_id, sum(entry.units) as units
      from register_movements as movement join register_entries as entry on entry.movement_id = movement.id
      where movement.at >= (${to}::date + 1)::timestamp at time zone 'UTC' and entry.user_id is not null
      group by entry.token_id, entry.user_id
    ), held as (
      select holdings.token_id, holdings.units - coalesce(since.units, 0) as units
      from holdings left join since using (token_id, user_id)
    )
    select tokens.id as token_id, tokens.symbol, count(*)::int as holders, sum(units)::numeric(18, 6)::text as units
    from held join tokens on tokens.id = held.token_id where units > 0
    group by tokens.id, tokens.symbol order by tokens.symbol`)

/** Holders of one series after one of them, largest first. */
const readHolders = ({ token_id, symbol, units }: Total, to: string, last: Row | undefined, limit: number) =>
  slowQueryDatabase().execute<Row>(sql`
    with held as materialized (${selectHoldersOn(token_id, to)})
    select ${token_id}::int as token_id, ${symbol}::text as symbol, held.user_id, ${selectUserName} as name, users.email,
      held.units::numeric(18, 6)::text as units, round(held.units * 100 / ${units}::numeric, 4)::text as share
    from held join users on users.id = held.user_id
    where ${last ? sql`(held.units, -held.user_id) < (${last.units}::numeric, ${-last.user_id}::int)` : sql`true`}
    order by held.units desc, held.user_id limit ${limit}`)

/** The register as of the end of `to`; `from` only names the period. */
export function createRegisterReport({ to }: ReportRange): Report<Row> {
  let known: Promise<Total[]> | undefined
  const series = () => {
    known ??= Promise.resolve(readTotals(to)).then((rows) => [...rows])
    return known
  }
  return {
    totals: async () => [
      {
        title: `Units in issue as of ${formatLongDate(to)}`,
        heads: ['HOLDERS', 'UNITS'],
        rows: (await series()).map(({ symbol, holders, units }) => ({
          label: symbol,
          figures: [String(holders), formatFigure(units)],
        })),
      },
    ],
    columns: [
      ['Series', ({ symbol }) => symbol],
      ['User ID', ({ user_id }) => user_id],
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Units', ({ units }) => toCsvDecimal(units)],
      ['Share (%)', ({ share }) => toCsvDecimal(share)],
      ['As of', () => to],
    ],
    printed: [
      { title: 'Series', width: 0.16, text: ({ symbol }) => symbol },
      { title: 'Investor', width: 0.28, text: ({ name }) => name },
      { title: 'Email', width: 0.28, text: ({ email }) => email },
      { title: 'Units', width: 0.18, isFigure: true, text: ({ units }) => formatFigure(units) },
      { title: 'Share (%)', width: 0.1, isFigure: true, text: ({ share }) => share },
    ],
    count: async () => [{ total: (await series()).reduce((sum, { holders }) => sum + holders, 0) }],
    async read(last, limit) {
      const rows: Row[] = []
      for (const one of await series()) {
        if (last && one.symbol < last.symbol) continue
        const after = last?.token_id === one.token_id ? last : undefined
        rows.push(...(await readHolders(one, to, after, limit - rows.length)))
        if (rows.length === limit) break
      }
      return rows
    },
  }
}
