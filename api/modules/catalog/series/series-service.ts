/** A series as visitors and administrators see it. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { assertUnchanged, differing } from '#common/optimistic-lock'
import type { AdminSeries, adminSeries } from '#contract/catalog/admin-series'
import type { series as publicSeries } from '#contract/catalog/series'
import type { BodyOf, ResponseOf } from '#contract/endpoint'
import { database, inTransaction } from '#db/connection'
import { series } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { toToken } from '#modules/catalog/tokens/token-catalog'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { listCurrentDocuments, listDocuments } from './documents.ts'
import { findPublicOffering, listOfferings } from './offerings.ts'
import { requireSecondIfPublished } from './published-series.ts'
import { findSeries, getSeriesFigures, getUncommittedSeriesFigures, lockSeries } from './series-figures.ts'
import { listAttestations, listValuations } from './valuations-and-attestations.ts'
import { listPreviousVersions } from './version-history.ts'

const isActive = sql`${tokens.is_active}`

/** A token open for investment with its figures. Throws `not_found`, also for a hidden one. */
export async function getPublicSeries(symbol: string): Promise<ResponseOf<typeof publicSeries.get>> {
  const row = await findSeries(symbol, isActive)
  const state = await getSeriesFigures(row.token.id)
  return {
    token: toToken(row),
    series: state.figures,
    offering: await findPublicOffering(row.token.id, state),
    documents: await listCurrentDocuments(row.token.id),
  }
}

/** The values of one unit of a token open for investment. Throws `not_found`. */
export async function listPublicValuations(
  symbol: string,
): Promise<ResponseOf<typeof publicSeries.listValuations>> {
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

/** Whether a token open for investment belongs to a series that is not a demonstration. */
export async function hasRealSeries(): Promise<boolean> {
  const found = await database()
    .select({ id: tokens.id })
    .from(series)
    .innerJoin(tokens, eq(tokens.id, series.token_id))
    .where(and(isActive, eq(series.is_illustrative, false)))
    .limit(1)
  return found.length > 0
}

/** The symbols whose series are demonstrations. */
export async function listIllustrativeSymbols(symbols: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database()
    .select({ symbol: tokens.symbol })
    .from(series)
    .innerJoin(tokens, eq(tokens.id, series.token_id))
    .where(and(eq(series.is_illustrative, true), inArray(tokens.symbol, [...symbols])))
  return new Set(rows.map(({ symbol }) => symbol))
}

/** A series with all its records. Throws `not_found`. */
export async function getSeries(symbol: string): Promise<AdminSeries> {
  const row = await findSeries(symbol)
  const { id } = row.token
  const state = await getUncommittedSeriesFigures(id)
  const [facts] = await database().select().from(series).where(eq(series.token_id, id))
  return {
    token: toToken(row),
    facts: toFacts(facts),
    series: state.figures,
    offerings: await listOfferings(id, state),
    valuations: await listValuations(id),
    attestations: await listAttestations(id),
    documents: await listDocuments(id),
    earlier_versions: await listPreviousVersions(id),
  }
}

/** Changes the facts of a series. Throws `not_found` and `stale_write`. */
export async function updateKeyFacts(
  symbol: string,
  { updated_at, ...changes }: BodyOf<typeof adminSeries.update>,
  actor: Actor,
): Promise<AdminSeries> {
  await inTransaction(async () => {
    const token = await lockSeries(symbol)
    const [added] = await database()
      .insert(series)
      .values({ token_id: token.id })
      .onConflictDoNothing()
      .returning({ token_id: series.token_id })
    const [before] = await database().select().from(series).where(eq(series.token_id, token.id)).for('update')
    if (!before) throw new Error('A locked row no longer exists')
    if (!added) assertUnchanged(before, updated_at, 'series')
    const wanted = differing(before, changes)
    if (Object.keys(wanted).length === 0) return
    const [after] = await database()
      .update(series)
      .set(wanted)
      .where(eq(series.token_id, token.id))
      .returning()
    invalidateCache('series')
    await requireSecondIfPublished(token.id)
    await recordAudit(actor, {
      action: 'series.update',
      entity: 'series',
      entityId: token.id,
      before: { ...toFacts(before), ...(added && { updated_at: null }) },
      after: toFacts(after),
    })
  })
  return getSeries(symbol)
}
