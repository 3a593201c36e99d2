/** The registers of all series in figures. */
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import { exportCsv, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import type { QueryOf } from '#contract/endpoint'
import type { adminRegister, RegisterSummary } from '#contract/holdings/admin-register'
import { database, slowQueryDatabase } from '#db/connection'
import { listPage, searchConditions } from '#db/list-queries'
import { tokens } from '#db/schema/catalog/tokens'
import { registerHeads, registerMovements } from '#db/schema/holdings/register'

type Connection = ReturnType<typeof database>

interface Row extends Omit<RegisterSummary, 'last_movement_at'> {
  last_movement_at: Date | null
}

const unitsInIssue = sql<string>`coalesce(${registerHeads.units_in_issue}, 0)::numeric(18, 6)`
const holders = sql<number>`coalesce(${registerHeads.holders}, 0)`

/**
 * A column of the attestation in force for a series: the one with the latest date, and of those the last
 * recorded.
 */
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
      // Through the last entry, to which the head refers: walking back through all movements would pass those
      // of other series.
      last_movement_at: sql<Date | null>`(
        select movement.at from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
        where entry.token_id = ${tokens.id} and entry.number = ${registerHeads.last_number}
      )`.mapWith(registerMovements.at),
      attestation_expires: attested<string | null>(sql`attestation.expires::text`),
    })
    .from(tokens)
    .leftJoin(registerHeads, eq(registerHeads.token_id, tokens.id))
    .where(condition)

const matching = (search: string | undefined) =>
  and(...searchConditions(search, [tokens.symbol, tokens.name]))

const countTokens = (connection: Connection, condition: SQL | undefined) =>
  connection.select({ total: count() }).from(tokens).where(condition)

export async function listRegisters(query: QueryOf<typeof adminRegister.listRegisters>) {
  const condition = matching(query.search)
  const { rows, pagination } = await listPage(query, {
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
export function exportRegisters({
  search,
}: QueryOf<typeof adminRegister.exportRegisters>): Promise<GeneratedFile> {
  const condition = matching(search)
  return exportCsv<Row>({
    columns: [
      ['Series', ({ symbol }) => symbol],
      ['Name', ({ name }) => name],
      ['Units in issue', ({ units_in_issue }) => toCsvDecimal(units_in_issue)],
      ['Units in custody', ({ units_held }) => toCsvDecimal(units_held)],
      ['Holders', (row) => row.holders],
      ['Entries', ({ entries }) => entries],
      ['Last movement (UTC)', ({ last_movement_at }) => last_movement_at?.toISOString() ?? ''],
      ['Attestation expires', ({ attestation_expires }) => attestation_expires ?? ''],
    ],
    count: () => countTokens(slowQueryDatabase(), condition),
    read: (last, limit): Promise<Row[]> =>
      Promise.resolve(
        select(slowQueryDatabase(), and(condition, last && sql`${tokens.symbol} > ${last.symbol}`))
          .orderBy(tokens.symbol)
          .limit(limit),
      ),
  })
}
