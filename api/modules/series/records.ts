/** Valuations and attestations: entered once, replaced by later ones, never changed. */

import { and, desc, eq, gt, min, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { invalidateCache } from '#common/cache-invalidation'
import type { Upload } from '#common/files'
import {
  type AdminAttestation,
  type AttestationBody,
  SERIES_FILE_WRONG_TYPE,
  type ValuationBody,
} from '#contract/admin-series'
import { invalidField, Problem } from '#contract/problem'
import type { Valuation } from '#contract/series'
import { database, inTransaction } from '#db/connection'
import { seriesAttestations, seriesValuations } from '#db/schema/series'
import { recordAudit } from '#modules/audit/service'
import { makeFilename, toShownName } from '#modules/documents/file-names'
import { kindOf } from '#modules/documents/kinds'
import { documentAddress } from '#modules/documents/public-files'
import { keep } from '#modules/documents/storage'
import { today } from '#shared/asset/calendar'
import { decimal } from '#shared/asset/decimal'
import { findIssuedStatements, type Months } from '#shared/asset/issued-statements'
import { lockSeries } from './figures.ts'

/** Most versions in one response. */
const MAX_LISTED = 500

/** Throws `validation` for a day that has not come (UTC). */
function checkDay(path: string, day: string): void {
  if (day > today())
    throw invalidField(path, 'Enter today or an earlier day: it says what was, not what will be')
}

type ValuationRow = typeof seriesValuations.$inferSelect

const toValuation = (
  { token_id: _, entered_by: __, created_at, ...row }: ValuationRow,
  is_superseded: boolean,
): Valuation => ({ ...row, is_superseded, created_at: created_at.toISOString() })

/** The values of one unit, latest day first; of one day, the last entered first. */
export async function listValuations(tokenId: number): Promise<Valuation[]> {
  const rows = await database()
    .select()
    .from(seriesValuations)
    .where(eq(seriesValuations.token_id, tokenId))
    .orderBy(desc(seriesValuations.as_of), desc(seriesValuations.id))
    .limit(MAX_LISTED)
  return rows.map((row, at) => toValuation(row, rows[at - 1]?.as_of === row.as_of))
}

/** What a new valuation changes, as the audit log has it: nothing of the first one. */
function describeChange(valuation: Valuation, current: ValuationRow | undefined) {
  if (!current) return {}
  const { preferred } = current
  const apart = decimal(valuation.preferred).minus(preferred).times(100)
  return {
    current_value: preferred,
    ...(Number(preferred) > 0 && {
      value_change: `${apart.gt(0) ? '+' : ''}${apart.div(preferred).toFixed(2)}%`,
    }),
    becomes_current: valuation.as_of >= current.as_of,
  }
}

/**
 * Adds a value, and names the past months that it changes. Throws `not_found`, and `validation` for a future day, an input of a later day, or values out of order.
 */
export function addValuation(
  symbol: string,
  body: ValuationBody,
  actor: Actor,
): Promise<{ valuation: Valuation; issued_statements: Months | null }> {
  checkDay('/as_of', body.as_of)
  body.inputs.forEach(({ as_of }, at) => {
    if (as_of > body.as_of)
      throw invalidField(`/inputs/${at}/as_of`, 'The day of an input must not be after that of the valuation')
  })
  return inTransaction(async () => {
    const token = await lockSeries(symbol)
    const [ordered] = await database().execute<{ low: boolean; high: boolean }>(sql`
      select ${body.low}::numeric <= ${body.preferred}::numeric as low, ${body.preferred}::numeric <= ${body.high}::numeric as high`)
    if (!ordered?.low) throw invalidField('/low', 'The low value must not be above the preferred one')
    if (!ordered.high) throw invalidField('/high', 'The high value must not be below the preferred one')
    const [later] = await database()
      .select({ as_of: min(seriesValuations.as_of) })
      .from(seriesValuations)
      .where(and(eq(seriesValuations.token_id, token.id), gt(seriesValuations.as_of, body.as_of)))
    const issued_statements = findIssuedStatements(body.as_of, later?.as_of ?? undefined, today())
    const [current] = await database()
      .select()
      .from(seriesValuations)
      .where(eq(seriesValuations.token_id, token.id))
      .orderBy(desc(seriesValuations.as_of), desc(seriesValuations.id))
      .limit(1)
    const [row] = await database()
      .insert(seriesValuations)
      .values({ ...body, token_id: token.id, entered_by: actor.adminId })
      .returning()
    const valuation = toValuation(row as ValuationRow, false)
    invalidateCache('series')
    await recordAudit(actor, {
      action: 'valuation.add',
      entity: 'valuation',
      entityId: valuation.id,
      after: {
        ...{ symbol: token.symbol, ...valuation, ...describeChange(valuation, current) },
        ...(issued_statements && { issued_statements }),
      },
    })
    return { valuation, issued_statements }
  })
}

type AttestationRow = typeof seriesAttestations.$inferSelect

const toAttestation = (
  { token_id: _, entered_by: __, filename, original_name: ___, created_at, ...row }: AttestationRow,
  latestId: number | undefined,
): AdminAttestation => ({
  ...row,
  url: documentAddress(filename),
  is_binding: row.id === latestId && row.expires >= today(),
  created_at: created_at.toISOString(),
})

/** The attestations of a series, latest day first. The first one binds, unless it has expired. */
export async function listAttestations(tokenId: number): Promise<AdminAttestation[]> {
  const rows = await database()
    .select()
    .from(seriesAttestations)
    .where(eq(seriesAttestations.token_id, tokenId))
    .orderBy(desc(seriesAttestations.as_of), desc(seriesAttestations.id))
    .limit(MAX_LISTED)
  return rows.map((row) => toAttestation(row, rows[0]?.id))
}

/**
 * Adds an attestation with its PDF. It may say less than the units in issue: issuing stops then. Throws `not_found`,
 * `unsupported_type`, and `validation` for a future day or an end before it.
 */
export async function addAttestation(
  symbol: string,
  body: AttestationBody,
  upload: Upload,
  actor: Actor,
): Promise<AdminAttestation> {
  checkDay('/as_of', body.as_of)
  if (body.expires < body.as_of) throw invalidField('/expires', 'The attestation must expire after its day')
  if ((await kindOf(upload.path)) !== 'pdf') throw new Problem('unsupported_type', SERIES_FILE_WRONG_TYPE)
  const original_name = toShownName(upload.name, 'pdf')
  const filename = makeFilename(original_name, 'pdf', 'attestation')
  return keep(upload, filename, 'application/pdf', async () => {
    const token = await lockSeries(symbol)
    const [row] = await database()
      .insert(seriesAttestations)
      .values({
        ...body,
        token_id: token.id,
        filename,
        original_name,
        file_size: upload.size,
        sha256: upload.sha256,
        entered_by: actor.adminId,
      })
      .returning()
    const [latest] = await listAttestations(token.id)
    const after = toAttestation(row as AttestationRow, latest?.id)
    invalidateCache('series')
    await recordAudit(actor, {
      action: 'attestation.add',
      entity: 'attestation',
      entityId: after.id,
      after: { symbol: token.symbol, ...after },
    })
    return after
  })
}
