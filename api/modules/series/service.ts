/** A series as visitors and as administrators see it. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { invalidateCache } from '#common/cache-invalidation'
import type { AdminSeries, adminSeries } from '#contract/admin-series'
import type { BodyOf, ResponseOf } from '#contract/endpoint'
import type { series as publicSeries } from '#contract/series'
import { database, inTransaction } from '#db/connection'
import { series } from '#db/schema/series'
import { tokens } from '#db/schema/tokens'
import { recordAudit } from '#modules/audit/service'
import { checkUnchanged } from '#modules/editing'
import { toToken } from '#modules/tokens/service'
import { listCurrentDocuments, listDocuments } from './documents.ts'
import { listEarlierVersions } from './earlier-versions.ts'
import { findSeries, lockSeries, readFigures } from './figures.ts'
import { findPublicOffering, listOfferings } from './offerings.ts'
import { listAttestations, listValuations } from './records.ts'

const isActive = sql`${tokens.is_active}`

/** A token open for investment with its figures. Throws `not_found` for a hidden one too. */
export async function readPublicSeries(symbol: string): Promise<ResponseOf<typeof publicSeries.read>> {
  const row = await findSeries(symbol, isActive)
  const state = await readFigures(row.token.id)
  return {
    token: toToken(row),
    series: state.figures,
    offering: await findPublicOffering(row.token.id, state),
    documents: await listCurrentDocuments(row.token.id),
  }
}

/** The values of one unit of a token open for investment. Throws `not_found`. */
export async function readPublicValuations(
  symbol: string,
): Promise<ResponseOf<typeof publicSeries.valuations>> {
  const { token } = await findSeries(symbol, isActive)
  return { valuations: await listValuations(token.id) }
}

type Facts = typeof series.$inferSelect

const toFacts = (row: Facts | undefined): AdminSeries['facts'] => ({
  commodity: row?.commodity ?? '',
  district: row?.district ?? '',
  country: row?.country ?? '',
  stage: row?.stage ?? '',
  custodian: row?.custodian ?? '',
  is_illustrative: row?.is_illustrative ?? false,
  updated_at: row?.updated_at.toISOString() ?? null,
})

/** Those of the symbols whose series are demonstrations. */
export async function listIllustrative(symbols: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database()
    .select({ symbol: tokens.symbol })
    .from(series)
    .innerJoin(tokens, eq(tokens.id, series.token_id))
    .where(and(eq(series.is_illustrative, true), inArray(tokens.symbol, [...symbols])))
  return new Set(rows.map(({ symbol }) => symbol))
}

/** A series with all that was entered for it. Throws `not_found`. */
export async function readSeries(symbol: string): Promise<AdminSeries> {
  const row = await findSeries(symbol)
  const { id } = row.token
  const state = await readFigures(id)
  const [facts] = await database().select().from(series).where(eq(series.token_id, id))
  return {
    token: toToken(row),
    facts: toFacts(facts),
    series: state.figures,
    offerings: await listOfferings(id, state),
    valuations: await listValuations(id),
    attestations: await listAttestations(id),
    documents: await listDocuments(id),
    earlier_versions: await listEarlierVersions(id),
  }
}

/** Changes the facts of a series. Throws `not_found` and `stale_write`. */
export async function updateFacts(
  symbol: string,
  { updated_at, ...changes }: BodyOf<typeof adminSeries.update>,
  actor: Actor,
): Promise<AdminSeries> {
  await inTransaction(async () => {
    const token = await lockSeries(symbol)
    await database().insert(series).values({ token_id: token.id }).onConflictDoNothing()
    const [before] = await database().select().from(series).where(eq(series.token_id, token.id)).for('update')
    if (!before) throw new Error('A locked row no longer exists')
    checkUnchanged(before, updated_at, 'series')
    if (Object.keys(changes).length === 0) return
    const [after] = await database()
      .update(series)
      .set(changes)
      .where(eq(series.token_id, token.id))
      .returning()
    invalidateCache('series')
    await recordAudit(actor, {
      action: 'series.update',
      entity: 'series',
      entityId: token.id,
      before: toFacts(before),
      after: toFacts(after),
    })
  })
  return readSeries(symbol)
}
