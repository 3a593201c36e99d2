/** The holders of a series on a day. */

import { and, sql } from 'drizzle-orm'
import { exportCsv, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import type { QueryOf, ResponseOf } from '#contract/endpoint'
import type { adminRegister, RegisterHolder } from '#contract/holdings/admin-register'
import { invalidFieldProblem } from '#contract/problem'
import { database, slowQueryDatabase } from '#db/connection'
import { searchInvestors } from '#db/list-queries'
import { prepareStatement } from '#db/prepared-queries'
import { normalizeSymbol } from '#db/schema/catalog/tokens'
import { findSeries, seriesNotFound } from '#modules/catalog/series/series-figures'
import { getLegalName } from '#modules/identity/profile/legal-name'
import { getToday } from '#shared/calculations/calendar'

type Connection = ReturnType<typeof database>

/** The largest `integer`. */
const INTEGER_MAX = 2_147_483_647

/** Throws `validation` for a future day. */
function checkDay(on: string | undefined): void {
  if (on !== undefined && on > getToday()) {
    throw invalidFieldProblem('/on', 'The date cannot be in the future')
  }
}

/**
 * Where a day ends in a register: all entries below `first` were made before its end, all above `last` after
 * it. The few in between, mostly none, are compared by time: a movement takes its time before it waits for
 * earlier ones, by seconds at most, so the minutes around the end of the day suffice. `is_early`: fewer
 * entries lie before the end than after it.
 */
const endOfDay = (tokenId: number, on: string) => sql`
  select moments.ends_at, least(after_it.first, before_it.last + 1) as first, greatest(before_it.last, after_it.first - 1) as last,
    least(after_it.first, before_it.last + 1) < head.last_number / 2 as is_early
  from register_heads as head,
    lateral (select (${on}::date + 1)::timestamp at time zone 'UTC' as ends_at) as moments,
    lateral (
      select coalesce(max(entry.number), 0) as last from register_movements as movement
      join register_entries as entry on entry.movement_id = movement.id
      where movement.token_id = head.token_id and movement.at < moments.ends_at and movement.at >= (
        select max(at) - interval '1 minute' from register_movements where token_id = head.token_id and at < moments.ends_at
      )
    ) as before_it,
    lateral (
      select coalesce(min(entry.number), head.last_number + 1) as first from register_movements as movement
      join register_entries as entry on entry.movement_id = movement.id
      where movement.token_id = head.token_id and movement.at >= moments.ends_at and movement.at <= (
        select min(at) + interval '1 minute' from register_movements where token_id = head.token_id and at >= moments.ends_at
      )
    ) as after_it
  where head.token_id = ${tokenId}`

/**
 * The holders now, or at the end of a day, as rows of user_id and units. For a day, they are the sums of the
 * entries before its end, or the current holders less the entries since, whichever are fewer. The times of
 * entries are looked up individually: a join would read all movements.
 */
export const selectHoldersOn = (tokenId: number, on: string | undefined) =>
  on === undefined || on === getToday()
    ? sql`select user_id, units from holdings where token_id = ${tokenId} and units > 0`
    : sql`
        with day as materialized (${endOfDay(tokenId, on)}), counted as (
          select user_id, sum(units) as units from (
            select user_id, units from register_entries
            where token_id = ${tokenId} and number between (select case when is_early then 1 else last + 1 end from day)
              and (select case when is_early then first - 1 else ${INTEGER_MAX} end from day)
            union all
            select user_id, units from register_entries
            where token_id = ${tokenId} and number between (select first from day) and (select last from day)
              and ((select at from register_movements where id = movement_id) < (select ends_at from day)) = (select is_early from day)
          ) as entries where user_id is not null group by user_id
        )
        select user_id, units from (
          select held_now.user_id,
            case when (select is_early from day) then 0 else held_now.units end
              + case when (select is_early from day) then 1 else -1 end * coalesce(counted.units, 0) as units
          from holdings as held_now left join counted on counted.user_id = held_now.user_id
          where held_now.token_id = ${tokenId}
        ) as held_then where units > 0`

interface HolderRow extends Record<string, unknown> {
  user_id: number
  name: string
  email: string
  units: string
  share_percent: number
  /** The number of matching holders, and the units of all. */
  total: number
  units_in_issue: string
}

const toHolder = ({ user_id, name, units, share_percent }: HolderRow): RegisterHolder => ({
  user_id,
  name,
  units,
  share_percent,
})

interface HoldersQuery {
  tokenId: number
  on: string | undefined
  search: string | undefined
  after?: { units: string; user_id: number } | undefined
  limit: number
  offset?: number
}

const named = sql`join users on users.id = held.user_id`
/** The legal name of a joined row of `users`, as on certificates; for a deleted account, a placeholder text. */
export const selectUserName = sql`coalesce(nullif(${getLegalName(sql`users`)}, ''), 'Deleted investor')`

const matches = (search: string | undefined) =>
  search
    ? sql`and (${and(...searchInvestors(search))} or ${selectUserName} ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`})`
    : sql``

const inIssue = sql`coalesce((select sum(units) from held), 0)::numeric(18, 6)::text`

/** A page of the holders, largest first. A day is read in one statement, since it may have many entries. */
const selectHolders = (
  connection: Connection,
  { tokenId, on, search, after, limit, offset = 0 }: HoldersQuery,
) =>
  connection.execute<HolderRow>(sql`
    with held as materialized (${selectHoldersOn(tokenId, on)}),
      matching as (
        select held.user_id, held.units, ${selectUserName} as name, users.email from held ${named} where true ${matches(search)}
      ),
      page as (
        select * from matching as held
        where ${after ? sql`(held.units, -held.user_id) < (${after.units}::numeric, ${-after.user_id})` : sql`true`}
        order by held.units desc, held.user_id limit ${limit} offset ${offset}
      )
    select user_id, name, email, units::numeric(18, 6)::text as units,
      round(units * 100 / nullif((select sum(units) from held), 0), 4)::float8 as share_percent,
      (select count(*) from matching)::int as total, ${inIssue} as units_in_issue
    from page order by page.units desc, user_id`)

/** The totals that page rows carry, for a page without rows. */
async function countHolders(connection: Connection, { tokenId, on, search }: Omit<HoldersQuery, 'limit'>) {
  const [row] = await connection.execute<Pick<HolderRow, 'total' | 'units_in_issue'>>(sql`
    with held as materialized (${selectHoldersOn(tokenId, on)})
    select (select count(*) from held ${named} where true ${matches(search)})::int as total, ${inIssue} as units_in_issue`)
  if (!row) throw new Error('A select returned no row')
  return row
}

/** Units in custody by the attestation in force now, or at the end of a day. */
async function readUnitsHeld(tokenId: number, on: string | undefined): Promise<string> {
  const [row] = await database().execute<{ units: string }>(
    on === undefined
      ? sql`select coalesce((select units_held from binding_attestation(${tokenId})), 0)::numeric(18, 6)::text as units`
      : sql`select coalesce((select units_held from series_attestations where token_id = ${tokenId} and as_of <= ${on}
          order by as_of desc, id desc limit 1), 0)::numeric(18, 6)::text as units`,
  )
  if (!row) throw new Error('A select returned no row')
  return row.units
}

/** Hash of the last entry at the end of a day; empty before the first. */
export async function getChainHead(tokenId: number, on: string): Promise<string> {
  const [row] = await database().execute<{ head: string }>(
    on === getToday()
      ? sql`select last_hash as head from register_heads where token_id = ${tokenId}`
      : // By the time of its last movement: walking back from the last entry would pass everything since. A
        // movement takes its time before it waits for earlier ones, by seconds at most: within the last
        // minute the last entry counts.
        // waits for those before it after it has its time, for seconds at most: of the last minute the last
        // entry counts.
        sql`with last as (
            select max(at) as at from register_movements
            where token_id = ${tokenId} and at < (${on}::date + 1)::timestamp at time zone 'UTC'
          )
          select entry.hash as head from register_movements as movement
          join register_entries as entry on entry.movement_id = movement.id
          where movement.token_id = ${tokenId}
            and movement.at between (select at - interval '1 minute' from last) and (select at from last)
          order by entry.number desc limit 1`,
  )
  return row?.head ?? ''
}

type CurrentRow = [
  user_id: number | null,
  name: string,
  units: string,
  share_percent: number,
  total: number,
  units_in_issue: string,
  units_held: string,
  head: string,
]

/**
 * A page of the current holders, with the totals in each row; one row without a holder if there are none.
 * Names are read individually, so that the page is read rather than all investors.
 */
export const currentHolders = prepareStatement<CurrentRow>(
  () => sql`
    with series as (
      select token.id, coalesce(head.holders, 0) as holders, coalesce(head.units_in_issue, 0)::numeric(18, 6) as units_in_issue,
        coalesce(head.last_hash, '') as last_hash, coalesce((
          select units_held from series_attestations as attestation where attestation.token_id = token.id
          order by as_of desc, attestation.id desc limit 1
        ), 0)::numeric(18, 6) as units_held
      from tokens as token left join register_heads as head on head.token_id = token.id
      where ${normalizeSymbol(sql`token.symbol`)} = ${normalizeSymbol(sql.placeholder('symbol'))}
    )
    select page.user_id, (select ${selectUserName} from users where users.id = page.user_id), page.units::text,
      round(page.units * 100 / nullif(series.units_in_issue, 0), 4)::float8,
      series.holders, series.units_in_issue::text, series.units_held::text, series.last_hash
    from series left join lateral (
      select user_id, units from holdings where holdings.token_id = series.id and units > 0
      order by units desc, user_id limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}
    ) as page on true
    order by page.units desc, page.user_id`,
)

async function readCurrentRegister(
  symbol: string,
  { page, limit }: { page: number; limit: number },
): Promise<ResponseOf<typeof adminRegister.listHolders>> {
  const rows = await currentHolders({ symbol, limit, offset: (page - 1) * limit })
  const [first] = rows
  if (!first) throw seriesNotFound()
  const [, , , , total, units_in_issue, units_held, head] = first
  return {
    holders: rows.flatMap(([user_id, name, units, share_percent]) =>
      user_id === null ? [] : { user_id, name, units, share_percent },
    ),
    units_in_issue,
    units_held,
    head,
    pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
  }
}

export async function listHolders(
  symbol: string,
  { page, limit, search, on }: QueryOf<typeof adminRegister.listHolders>,
): Promise<ResponseOf<typeof adminRegister.listHolders>> {
  checkDay(on)
  if (!search && (on === undefined || on === getToday())) return readCurrentRegister(symbol, { page, limit })
  const { token } = await findSeries(symbol)
  const query = { tokenId: token.id, on, search }
  const [rows, units_held, head] = await Promise.all([
    selectHolders(database(), { ...query, limit, offset: (page - 1) * limit }),
    readUnitsHeld(token.id, on),
    getChainHead(token.id, on ?? getToday()),
  ])
  const { total, units_in_issue } = rows[0] ?? (await countHolders(database(), query))
  return {
    holders: rows.map(toHolder),
    units_in_issue,
    units_held,
    head,
    pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
  }
}

/**
 * The holders as a file, largest first; each row has the units in issue and the last register entry at that
 * time. Throws as {@link listHolders} does.
 */
export async function exportHolders(
  symbol: string,
  { search, on }: QueryOf<typeof adminRegister.exportHolders>,
): Promise<GeneratedFile> {
  checkDay(on)
  const { token } = await findSeries(symbol)
  const query = { tokenId: token.id, on, search }
  const head = await getChainHead(token.id, on ?? getToday())
  return exportCsv<HolderRow>({
    columns: [
      ['Series', () => token.symbol],
      ['User ID', ({ user_id }) => user_id],
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Units', ({ units }) => toCsvDecimal(units)],
      ['Share (%)', ({ share_percent }) => share_percent],
      ['Units in issue', ({ units_in_issue }) => toCsvDecimal(units_in_issue)],
      ['As of', () => on ?? getToday()],
      ['Hash of latest entry', () => head],
    ],
    count: async () => [await countHolders(slowQueryDatabase(), query)],
    read: async (last, limit) => [
      ...(await selectHolders(slowQueryDatabase(), { ...query, after: last, limit })),
    ],
  })
}
