/** The holders of a series on a day, and the movements that made them. */
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { RowsFile } from '#common/files'
import type { adminRegister, ListedMovement, Movement, RegisterHolder } from '#contract/admin-register'
import type { QueryOf, ResponseOf } from '#contract/endpoint'
import { invalidField } from '#contract/problem'
import { database, slowDatabase } from '#db/connection'
import { searchIn } from '#db/listing'
import { statement } from '#db/prepared'
import { users } from '#db/schema/accounts'
import { registerEntries, registerMovements } from '#db/schema/register'
import { symbolKey } from '#db/schema/tokens'
import { decimal, exportCsv } from '#modules/csv'
import { findSeries, noSuchSeries } from '#modules/series/figures'

type Connection = ReturnType<typeof database>

const today = (): string => new Date().toISOString().slice(0, 10)

/** Throws `validation` for a day that has not come. */
function checkDay(on: string | undefined): void {
  if (on !== undefined && on > today()) {
    throw invalidField('/on', 'Enter today or an earlier day')
  }
}

/** The holders now, or at the end of a day: rows of user_id and units. */
export const holdersOn = (tokenId: number, on: string | undefined) =>
  on === undefined || on === today()
    ? sql`select user_id, units from holdings where token_id = ${tokenId} and units > 0`
    : sql`select entry.user_id, sum(entry.units) as units from register_entries as entry
        join register_movements as movement on movement.id = entry.movement_id
        where entry.token_id = ${tokenId} and entry.user_id is not null
          and movement.at < (${on}::date + 1)::timestamp at time zone 'UTC'
        group by entry.user_id having sum(entry.units) > 0`

interface HolderRow extends Record<string, unknown> {
  user_id: number
  name: string
  units: string
  share_percent: number
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
/** A deleted investor has no name any more. */
const nameOfUser = sql`coalesce(nullif(btrim(users.first_name || ' ' || users.last_name), ''), 'Deleted user')`

const matches = (search: string | undefined) =>
  search
    ? sql`and (${nameOfUser} ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`} or users.email ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`})`
    : sql``

const selectHolders = (
  connection: Connection,
  { tokenId, on, search, after, limit, offset = 0 }: HoldersQuery,
) =>
  connection.execute<HolderRow>(sql`
    with held as (${holdersOn(tokenId, on)}),
      page as (
        select held.user_id, held.units, ${nameOfUser} as name from held ${named}
        where ${after ? sql`(held.units, -held.user_id) < (${after.units}::numeric, ${-after.user_id})` : sql`true`} ${matches(search)}
        order by held.units desc, held.user_id limit ${limit} offset ${offset}
      )
    select user_id, name, units::numeric(18, 6)::text as units,
      round(units * 100 / nullif((select sum(units) from held), 0), 4)::float8 as share_percent
    from page order by page.units desc, user_id`)

async function countHolders(connection: Connection, { tokenId, on, search }: Omit<HoldersQuery, 'limit'>) {
  const [row] = await connection.execute<{ total: number; units: string }>(sql`
    with held as (${holdersOn(tokenId, on)})
    select count(*)::int as total from held ${named} where true ${matches(search)}`)
  return row?.total ?? 0
}

interface TotalsRow extends Record<string, unknown> {
  units_in_issue: string
  units_held: string
  head: string
}

/** Units in issue, units held and the last hash, now or at the end of a day. */
async function readTotals(tokenId: number, on: string | undefined): Promise<TotalsRow> {
  const until =
    on === undefined ? sql`true` : sql`movement.at < (${on}::date + 1)::timestamp at time zone 'UTC'`
  const [row] = await database().execute<TotalsRow>(
    on === undefined
      ? sql`select coalesce(max(head.units_in_issue), 0)::numeric(18, 6)::text as units_in_issue,
            coalesce(max(head.last_hash), '') as head,
            coalesce((select units_held from binding_attestation(${tokenId})), 0)::numeric(18, 6)::text as units_held
          from register_heads as head where head.token_id = ${tokenId}`
      : sql`select coalesce((select -sum(entry.units) from register_entries as entry
              join register_movements as movement on movement.id = entry.movement_id
              where entry.token_id = ${tokenId} and entry.user_id is null and ${until}), 0)::numeric(18, 6)::text as units_in_issue,
            coalesce((select entry.hash from register_entries as entry
              join register_movements as movement on movement.id = entry.movement_id
              where entry.token_id = ${tokenId} and ${until} order by entry.number desc limit 1), '') as head,
            coalesce((select units_held from series_attestations where token_id = ${tokenId} and as_of <= ${on}
              order by as_of desc, id desc limit 1), 0)::numeric(18, 6)::text as units_held`,
  )
  if (!row) throw new Error('A select returned no row')
  return row
}

/** Hash of the last entry at the end of a day; empty before the first. */
export async function readHead(tokenId: number, on: string): Promise<string> {
  const [row] = await database().execute<{ head: string }>(
    on === today()
      ? sql`select last_hash as head from register_heads where token_id = ${tokenId}`
      : sql`select entry.hash as head from register_entries as entry
          join register_movements as movement on movement.id = entry.movement_id
          where entry.token_id = ${tokenId} and movement.at < (${on}::date + 1)::timestamp at time zone 'UTC'
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
 * A page of the holders now, with the totals in each row; one row without a holder when there is none. Names are read
 * one by one, so that the page is what is read and not all investors.
 */
export const currentHolders = statement<CurrentRow>(
  () => sql`
    with series as (
      select token.id, coalesce(head.holders, 0) as holders, coalesce(head.units_in_issue, 0)::numeric(18, 6) as units_in_issue,
        coalesce(head.last_hash, '') as last_hash, coalesce((
          select units_held from series_attestations as attestation where attestation.token_id = token.id
          order by as_of desc, attestation.id desc limit 1
        ), 0)::numeric(18, 6) as units_held
      from tokens as token left join register_heads as head on head.token_id = token.id
      where ${symbolKey(sql`token.symbol`)} = ${symbolKey(sql.placeholder('symbol'))}
    )
    select page.user_id, (select ${nameOfUser} from users where users.id = page.user_id), page.units::text,
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
): Promise<ResponseOf<typeof adminRegister.read>> {
  const rows = await currentHolders({ symbol, limit, offset: (page - 1) * limit })
  const [first] = rows
  if (!first) throw noSuchSeries()
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

/** A page of the holders. Throws `not_found`, and `validation` for a future day. */
export async function readRegister(
  symbol: string,
  { page, limit, search, on }: QueryOf<typeof adminRegister.read>,
): Promise<ResponseOf<typeof adminRegister.read>> {
  checkDay(on)
  if (!search && (on === undefined || on === today())) return readCurrentRegister(symbol, { page, limit })
  const { token } = await findSeries(symbol)
  const query = { tokenId: token.id, on, search }
  const [rows, total, totals] = await Promise.all([
    selectHolders(database(), { ...query, limit, offset: (page - 1) * limit }),
    countHolders(database(), query),
    readTotals(token.id, on),
  ])
  return {
    holders: rows.map(toHolder),
    units_in_issue: totals.units_in_issue,
    units_held: totals.units_held,
    head: totals.head,
    pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
  }
}

/** The holders as a file, largest first. Throws as {@link readRegister}. */
export async function exportRegister(
  symbol: string,
  { search, on }: QueryOf<typeof adminRegister.exportCsv>,
): Promise<RowsFile> {
  checkDay(on)
  const { token } = await findSeries(symbol)
  const query = { tokenId: token.id, on, search }
  return exportCsv<HolderRow>({
    columns: [
      ['Series', () => token.symbol],
      ['User ID', ({ user_id }) => user_id],
      ['Name', ({ name }) => name],
      ['Units', ({ units }) => decimal(units)],
      ['Share (%)', ({ share_percent }) => share_percent],
      ['As of', () => on ?? today()],
    ],
    count: async () => [{ total: await countHolders(slowDatabase(), query) }],
    read: async (last, limit) => [...(await selectHolders(slowDatabase(), { ...query, after: last, limit }))],
  })
}

/** Movements with their entries as sent, in the given order. */
export async function toMovements(
  rows: readonly (typeof registerMovements.$inferSelect)[],
): Promise<Movement[]> {
  if (rows.length === 0) return []
  const entries = await database()
    .select()
    .from(registerEntries)
    .where(
      inArray(
        registerEntries.movement_id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(registerEntries.number)
  return rows.map(({ id, type, at, reason, reverses }) => {
    const own = entries.filter(({ movement_id }) => movement_id === id)
    return {
      id,
      type,
      at: at.toISOString(),
      reason,
      reverses,
      entries: own.map(({ user_id, units }) => ({
        account: user_id === null ? ('unissued' as const) : ('holder' as const),
        user_id,
        units,
      })),
      hash: own.at(-1)?.hash ?? '',
    }
  })
}

/** Movements for a list: with the names of holders, and with the movement that corrects each. */
async function toListed(rows: readonly (typeof registerMovements.$inferSelect)[]): Promise<ListedMovement[]> {
  const movements = await toMovements(rows)
  const holders = [...new Set(movements.flatMap(({ entries }) => entries.map(({ user_id }) => user_id ?? 0)))]
  const ids = rows.map(({ id }) => id)
  const [named, corrected] = await Promise.all([
    database()
      .select({ id: users.id, name: sql<string>`${nameOfUser}` })
      .from(users)
      .where(inArray(users.id, holders)),
    database()
      .select({ id: registerMovements.id, reverses: registerMovements.reverses })
      .from(registerMovements)
      .where(inArray(registerMovements.reverses, ids)),
  ])
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return movements.map((movement, at) => ({
    ...movement,
    amount: rows[at]?.amount ?? null,
    corrected_by: corrected.find(({ reverses }) => reverses === movement.id)?.id ?? null,
    entries: movement.entries.map((entry) => ({ ...entry, name: names.get(entry.user_id ?? 0) ?? '' })),
  }))
}

/** Movements of a series whose reason contains the text, or that touch the investor. */
const movementCondition = (
  tokenId: number,
  { user_id, search }: QueryOf<typeof adminRegister.exportMovements>,
) =>
  and(
    eq(registerMovements.token_id, tokenId),
    ...searchIn(search, [registerMovements.reason]),
    user_id
      ? sql`${registerMovements.id} in (select movement_id from register_entries where user_id = ${user_id} and token_id = ${tokenId})`
      : undefined,
  )

/** A page of the movements of a series, newest first. Throws `not_found`. */
export async function listMovements(
  symbol: string,
  { page, limit, ...filter }: QueryOf<typeof adminRegister.movements>,
): Promise<ResponseOf<typeof adminRegister.movements>> {
  const { token } = await findSeries(symbol)
  const condition = movementCondition(token.id, filter)
  const [rows, [counted]] = await Promise.all([
    database()
      .select()
      .from(registerMovements)
      .where(condition)
      .orderBy(desc(registerMovements.id))
      .limit(limit)
      .offset((page - 1) * limit),
    database().select({ total: count() }).from(registerMovements).where(condition),
  ])
  const total = counted?.total ?? 0
  return {
    movements: await toListed(rows),
    pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
  }
}

/** The entries of a series as a file, newest first. Throws `not_found`. */
export async function exportMovements(
  symbol: string,
  query: QueryOf<typeof adminRegister.exportMovements>,
): Promise<RowsFile> {
  const { token } = await findSeries(symbol)
  const condition = movementCondition(token.id, query)
  const { number } = registerEntries
  const joined = eq(registerMovements.id, registerEntries.movement_id)
  const select = () =>
    slowDatabase()
      .select({ entry: registerEntries, movement: registerMovements })
      .from(registerEntries)
      .innerJoin(registerMovements, joined)
  type Row = Awaited<ReturnType<typeof select>>[number]
  return exportCsv<Row>({
    columns: [
      ['Series', () => token.symbol],
      ['Entry', ({ entry }) => entry.number],
      ['Movement', ({ movement }) => movement.id],
      ['Type', ({ movement }) => movement.type],
      ['At (UTC)', ({ movement }) => movement.at.toISOString()],
      ['Account', ({ entry }) => (entry.user_id === null ? 'unissued' : 'holder')],
      ['User ID', ({ entry }) => entry.user_id ?? ''],
      ['Units', ({ entry }) => decimal(entry.units)],
      ['Cost', ({ entry }) => decimal(entry.cost)],
      ['Reason', ({ movement }) => movement.reason],
      ['Reverses', ({ movement }) => movement.reverses ?? ''],
      ['Hash', ({ entry }) => entry.hash],
    ],
    count: () =>
      slowDatabase()
        .select({ total: count() })
        .from(registerEntries)
        .innerJoin(registerMovements, joined)
        .where(condition),
    read: (last, limit) =>
      select()
        .where(
          and(
            condition,
            eq(registerEntries.token_id, token.id),
            last ? sql`${number} < ${last.entry.number}` : undefined,
          ),
        )
        .orderBy(desc(number))
        .limit(limit),
  })
}
