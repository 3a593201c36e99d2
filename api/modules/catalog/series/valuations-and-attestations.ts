/** Valuations and attestations: recorded once, superseded by later ones, never changed. */

import { and, desc, eq, gt, min, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import type { Upload } from '#common/file-types'
import { storeUpload } from '#common/upload-storage'
import {
  type AdminAttestation,
  type AttestationBody,
  SERIES_FILE_WRONG_TYPE,
  type ValuationBody,
} from '#contract/catalog/admin-series'
import type { Valuation } from '#contract/catalog/series'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { seriesAttestations, seriesValuations } from '#db/schema/catalog/series'
import { createStoredFilename, toDisplayName } from '#modules/catalog/documents/file-names'
import { detectDocumentType } from '#modules/catalog/documents/file-type'
import { getDocumentPath } from '#modules/catalog/documents/public-files'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { getToday } from '#shared/calculations/calendar'
import { toDecimal } from '#shared/calculations/decimal'
import { findIssuedStatements, type Months } from '#shared/calculations/issued-statements'
import { lockSeries } from './series-figures.ts'

/** Maximum versions in one response. */
const MAX_LISTED = 500

/** Throws `validation` for a future day (UTC). */
function checkDay(path: string, day: string): void {
  if (day > getToday()) throw invalidFieldProblem(path, 'The date cannot be in the future')
}

type ValuationRow = typeof seriesValuations.$inferSelect

const toValuation = (
  { token_id: _, entered_by: __, created_at, ...row }: ValuationRow,
  is_superseded: boolean,
): Valuation => ({ ...row, is_superseded, created_at: created_at.toISOString() })

/** The values of one unit, latest day first; within one day, the last entered first. */
export async function listValuations(tokenId: number): Promise<Valuation[]> {
  const rows = await database()
    .select()
    .from(seriesValuations)
    .where(eq(seriesValuations.token_id, tokenId))
    .orderBy(desc(seriesValuations.as_of), desc(seriesValuations.id))
    .limit(MAX_LISTED)
  return rows.map((row, at) => toValuation(row, rows[at - 1]?.as_of === row.as_of))
}

/** What a new valuation changes, for the audit log: nothing for the first one. */
function describeChange(valuation: Valuation, current: ValuationRow | undefined) {
  if (!current) return {}
  const { preferred } = current
  const apart = toDecimal(valuation.preferred).minus(preferred).times(100)
  return {
    current_value: preferred,
    ...(Number(preferred) > 0 && {
      value_change: `${apart.gt(0) ? '+' : ''}${apart.div(preferred).toFixed(2)}%`,
    }),
    becomes_current: valuation.as_of >= current.as_of,
  }
}

/**
 * Adds a value, and names the past months affected. Throws `not_found`, and `validation` for a future day, an input of
 * a later day, or values out of order.
 */
export function addValuation(
  symbol: string,
  body: ValuationBody,
  actor: Actor,
): Promise<{ valuation: Valuation; issued_statements: Months | null }> {
  checkDay('/as_of', body.as_of)
  body.inputs.forEach(({ as_of }, at) => {
    if (as_of > body.as_of)
      throw invalidFieldProblem(`/inputs/${at}/as_of`, 'The input date must not be after the valuation date')
  })
  return inTransaction(async () => {
    const token = await lockSeries(symbol)
    const [ordered] = await database().execute<{ low: boolean; high: boolean }>(sql`
      select ${body.low}::numeric <= ${body.preferred}::numeric as low, ${body.preferred}::numeric <= ${body.high}::numeric as high`)
    if (!ordered?.low) throw invalidFieldProblem('/low', 'The low value must not exceed the preferred value')
    if (!ordered.high)
      throw invalidFieldProblem('/high', 'The high value must not be below the preferred value')
    const [later] = await database()
      .select({ as_of: min(seriesValuations.as_of) })
      .from(seriesValuations)
      .where(and(eq(seriesValuations.token_id, token.id), gt(seriesValuations.as_of, body.as_of)))
    const issued_statements = findIssuedStatements(body.as_of, later?.as_of ?? undefined, getToday())
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
  url: getDocumentPath(filename),
  is_binding: row.id === latestId && row.expires >= getToday(),
  created_at: created_at.toISOString(),
})

/** The attestations of a series, latest day first. The first one is in force, unless it has expired. */
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
 * Adds an attestation with its PDF. It may be below the units in issue: issuing then stops. Throws `not_found`,
 * `unsupported_type`, and `validation` for a future day or an end before it.
 */
export async function addAttestation(
  symbol: string,
  body: AttestationBody,
  upload: Upload,
  actor: Actor,
): Promise<AdminAttestation> {
  checkDay('/as_of', body.as_of)
  if (body.expires < body.as_of)
    throw invalidFieldProblem('/expires', 'The expiry date must not be before the attestation date')
  if ((await detectDocumentType(upload.path)) !== 'pdf')
    throw new Problem('unsupported_type', SERIES_FILE_WRONG_TYPE)
  const original_name = toDisplayName(upload.name, 'pdf')
  const filename = createStoredFilename(original_name, 'pdf', 'attestation')
  return storeUpload(upload, filename, 'application/pdf', async () => {
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
