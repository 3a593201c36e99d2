/** The movements of a series with their entries, as administrators list them. */
import { and, count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { exportCsv, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertDayRange } from '#common/range-validation'
import type { QueryOf, ResponseOf } from '#contract/endpoint'
import type { adminRegister, ListedMovement, Movement } from '#contract/holdings/admin-register'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import { database, slowQueryDatabase } from '#db/connection'
import { listPage, searchConditions } from '#db/list-queries'
import { registerEntries, registerMovements } from '#db/schema/holdings/register'
import { users } from '#db/schema/identity/accounts'
import { findSeries } from '#modules/catalog/series/series-figures'
import { selectUserName } from './cap-table.ts'

type MovementRow = typeof registerMovements.$inferSelect
type EntryRow = typeof registerEntries.$inferSelect

/** The entries of each movement by its id, in numerical order. */
async function readEntries(rows: readonly MovementRow[]): Promise<ReadonlyMap<number, EntryRow[]>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const entries = await database()
    .select()
    .from(registerEntries)
    .where(inArray(registerEntries.movement_id, ids))
    .orderBy(registerEntries.number)
  return Map.groupBy(entries, ({ movement_id }) => movement_id)
}

const toEntry = ({ user_id, units }: EntryRow): Movement['entries'][number] => ({
  account: user_id === null ? 'unissued' : 'holder',
  user_id,
  units,
})

const toMovement = (
  { id, type, at, reason, reverses }: MovementRow,
  entries: readonly EntryRow[],
): Movement => ({
  id,
  type,
  at: at.toISOString(),
  reason,
  reverses,
  entries: entries.map(toEntry),
  hash: entries.at(-1)?.hash ?? '',
})

/** Movements with their entries in the format of a response, in the given order. */
export async function toMovements(rows: readonly MovementRow[]): Promise<Movement[]> {
  const entries = await readEntries(rows)
  return rows.map((row) => toMovement(row, entries.get(row.id) ?? []))
}

/** Movements for a list: with the names of holders, and the movement that corrects each. */
async function toListed(rows: readonly MovementRow[]): Promise<ListedMovement[]> {
  const entries = await readEntries(rows)
  const holders = [...new Set([...entries.values()].flat().map(({ user_id }) => user_id ?? 0))]
  const ids = rows.map(({ id }) => id)
  const [named, corrected] = await Promise.all([
    database()
      .select({ id: users.id, name: sql<string>`${selectUserName}` })
      .from(users)
      .where(inArray(users.id, holders)),
    database()
      .select({ id: registerMovements.id, reverses: registerMovements.reverses })
      .from(registerMovements)
      .where(inArray(registerMovements.reverses, ids)),
  ])
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const own = entries.get(row.id) ?? []
    return {
      ...toMovement(row, own),
      amount: row.amount,
      subscription_id: row.subscription_id,
      corrected_by: corrected.find(({ reverses }) => reverses === row.id)?.id ?? null,
      entries: own.map((entry) => ({
        ...toEntry(entry),
        number: entry.number,
        name: names.get(entry.user_id ?? 0) ?? '',
      })),
    }
  })
}

/** The number of an entry as holders and administrators see it, `#30` or `30`; undefined for other texts. */
const entryNumberIn = (search: string | undefined): number | undefined => {
  const [, digits] = /^\s*#?(\d{1,9})\s*$/.exec(search ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Selects movements of a series by a text in the reason or an entry number, by investor, type or date range.
 * Throws `validation` for a range that ends before it begins.
 */
function movementCondition(
  tokenId: number,
  { user_id, search, type, from, to }: QueryOf<typeof adminRegister.exportMovements>,
) {
  assertDayRange({ from, to })
  const number = entryNumberIn(search)
  const inReason = and(...searchConditions(search, [registerMovements.reason]))
  return and(
    eq(registerMovements.token_id, tokenId),
    type && eq(registerMovements.type, type),
    from ? sql`${registerMovements.at} >= ${from}::timestamp at time zone 'UTC'` : undefined,
    to ? sql`${registerMovements.at} < (${to}::date + 1)::timestamp at time zone 'UTC'` : undefined,
    number === undefined
      ? inReason
      : or(
          inReason,
          sql`${registerMovements.id} in (select movement_id from register_entries where token_id = ${tokenId} and number = ${number})`,
        ),
    user_id
      ? sql`${registerMovements.id} in (select movement_id from register_entries where user_id = ${user_id} and token_id = ${tokenId})`
      : undefined,
  )
}

/** A page of the movements of a series, newest first. Throws `not_found`. */
export async function listMovements(
  symbol: string,
  { page, limit, ...filter }: QueryOf<typeof adminRegister.listMovements>,
): Promise<ResponseOf<typeof adminRegister.listMovements>> {
  const { token } = await findSeries(symbol)
  const condition = movementCondition(token.id, filter)
  const { rows, pagination } = await listPage(
    { page, limit, sort: '-id' },
    {
      sorts: { id: [] },
      tie: registerMovements.id,
      rows: ({ order, limit, offset }) =>
        database()
          .select()
          .from(registerMovements)
          .where(condition)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      count: () => database().select({ total: count() }).from(registerMovements).where(condition),
    },
  )
  return { movements: await toListed(rows), pagination }
}

/** The movement that a correction reverses, joined to it. */
const reversed = alias(registerMovements, 'reversed')

/** The entries of a series as a file, newest first. Throws `not_found`. */
export async function exportMovements(
  symbol: string,
  query: QueryOf<typeof adminRegister.exportMovements>,
): Promise<GeneratedFile> {
  const { token } = await findSeries(symbol)
  const condition = movementCondition(token.id, query)
  const { number } = registerEntries
  const joined = eq(registerMovements.id, registerEntries.movement_id)
  const select = () =>
    slowQueryDatabase()
      .select({
        entry: registerEntries,
        movement: registerMovements,
        // Those of a correction are negated, so that the column sums to what was paid.
        proceeds: sql<string | null>`coalesce(${registerMovements.amount}, -${reversed.amount})::text`,
      })
      .from(registerEntries)
      .innerJoin(registerMovements, joined)
      .leftJoin(reversed, eq(reversed.id, registerMovements.reverses))
  type Row = Awaited<ReturnType<typeof select>>[number]
  return exportCsv<Row>({
    columns: [
      ['Series', () => token.symbol],
      ['Entry', ({ entry }) => entry.number],
      ['Movement', ({ movement }) => movement.id],
      ['Type', ({ movement }) => movement.type],
      ['Recorded (UTC)', ({ movement }) => movement.at.toISOString()],
      ['Account type', ({ entry }) => (entry.user_id === null ? 'unissued' : 'holder')],
      ['User ID', ({ entry }) => entry.user_id ?? ''],
      ['Units', ({ entry }) => toCsvDecimal(entry.units)],
      ['Cost basis', ({ entry }) => toCsvDecimal(entry.cost)],
      ['Proceeds', ({ entry, proceeds }) => (entry.user_id === null ? '' : toCsvDecimal(proceeds))],
      ['Reason', ({ movement }) => movement.reason],
      ['Reverses', ({ movement }) => movement.reverses ?? ''],
      [
        'Subscription',
        ({ movement: { subscription_id } }) =>
          subscription_id === null ? '' : formatSubscriptionReference(subscription_id),
      ],
      ['Hash', ({ entry }) => entry.hash],
    ],
    count: () =>
      slowQueryDatabase()
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
