/** The registers of all series in figures. */
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { RowsFile } from '#common/files'
import type { adminRegister, RegisterSummary } from '#contract/admin-register'
import type { QueryOf } from '#contract/endpoint'
import { database, slowDatabase } from '#db/connection'
import { readList, searchIn } from '#db/listing'
import { registerHeads, registerMovements } from '#db/schema/register'
import { tokens } from '#db/schema/tokens'
import { decimal, exportCsv } from '#modules/csv'

type Connection = ReturnType<typeof database>

interface Row extends Omit<RegisterSummary, 'last_movement_at'> {
  last_movement_at: Date | null
}

const unitsInIssue = sql<string>`coalesce(${registerHeads.units_in_issue}, 0)::numeric(18, 6)`
const holders = sql<number>`coalesce(${registerHeads.holders}, 0)`

/** A column of the attestation that binds a series: the one of the latest day, and of one day the last entered. */
const attested = <T>(column: SQL) =>
  sql<T>`(select ${column} from series_attestations as attestation where attestation.token_id = ${tokens.id}
    order by attestation.as_of desc, attestation.id desc limit 1)`

const select = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({
      symbol: tokens.symbol,
      name: tokens.name,
      units_in_issue: sql<string>`${unitsInIssue}::text`,
      units_held: sql<string>`coalesce(${attested(sql`attestation.units_held`)}, 0)::numeric(18, 6)::text`,
      holders,
      entries: sql<number>`coalesce(${registerHeads.last_number}, 0)`,
      // By the last entry, which the head names: walking back through all movements would pass those of other series.
      last_movement_at: sql<Date | null>`(
        select movement.at from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
        where entry.token_id = ${tokens.id} and entry.number = ${registerHeads.last_number}
      )`.mapWith(registerMovements.at),
      attestation_expires: attested<string | null>(sql`attestation.expires::text`),
    })
    .from(tokens)
    .leftJoin(registerHeads, eq(registerHeads.token_id, tokens.id))
    .where(condition)

const matching = (search: string | undefined) => and(...searchIn(search, [tokens.symbol, tokens.name]))

const countTokens = (connection: Connection, condition: SQL | undefined) =>
  connection.select({ total: count() }).from(tokens).where(condition)

/** A page of the registers. */
export async function listRegisters(query: QueryOf<typeof adminRegister.list>) {
  const condition = matching(query.search)
  const { rows, pagination } = await readList(query, {
    sorts: { symbol: tokens.symbol, units_in_issue: unitsInIssue, holders },
    tie: tokens.id,
    rows: ({ order, limit, offset }): PromiseLike<Row[]> =>
      select(database(), condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => countTokens(database(), condition),
  })
  return {
    registers: rows.map((row) => ({
      ...row,
      last_movement_at: row.last_movement_at?.toISOString() ?? null,
    })),
    pagination,
  }
}

/** The registers as a file, by symbol. */
export function exportRegisters({ search }: QueryOf<typeof adminRegister.exportList>): Promise<RowsFile> {
  const condition = matching(search)
  return exportCsv<Row>({
    columns: [
      ['Series', ({ symbol }) => symbol],
      ['Name', ({ name }) => name],
      ['Units in issue', ({ units_in_issue }) => decimal(units_in_issue)],
      ['Units held', ({ units_held }) => decimal(units_held)],
      ['Holders', (row) => row.holders],
      ['Entries', ({ entries }) => entries],
      ['Last movement (UTC)', ({ last_movement_at }) => last_movement_at?.toISOString() ?? ''],
      ['Attestation through', ({ attestation_expires }) => attestation_expires ?? ''],
    ],
    count: () => countTokens(slowDatabase(), condition),
    read: (last, limit): Promise<Row[]> =>
      Promise.resolve(
        select(slowDatabase(), and(condition, last && sql`${tokens.symbol} > ${last.symbol}`))
          .orderBy(tokens.symbol)
          .limit(limit),
      ),
  })
}
