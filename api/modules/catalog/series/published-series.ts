/** What investors rely on: the published facts and documents of a series. */
import { eq, sql } from 'drizzle-orm'
import { requireSecond } from '#common/write-recorder'
import { database } from '#db/connection'
import {
  offerings,
  series,
  seriesAttestations,
  seriesDocuments,
  seriesDocumentVersions,
  seriesValuations,
} from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { registerHeads } from '#db/schema/holdings/register'

const because = 'Investors rely on what is published about this series.'

/** Whether a series has been offered, apart from one offering, or has units in issue. */
export async function isReliedUpon(tokenId: number, apartFrom = 0): Promise<boolean> {
  const [found] = await database().execute<{ relied_upon: boolean }>(sql`
    select exists (select from ${offerings} where token_id = ${tokenId} and state <> 'draft' and id <> ${apartFrom})
      or exists (select from ${registerHeads} where token_id = ${tokenId} and units_in_issue > 0) as relied_upon`)
  return found?.relied_upon ?? false
}

/** Has a second administrator decide about a change of a series that has been offered or has units in issue. */
export async function requireSecondIfReliedUpon(tokenId: number): Promise<void> {
  if (await isReliedUpon(tokenId)) requireSecond(because)
}

/**
 * The same for a series that everyone can see, whether or not anyone holds it: its token is active. Locks the token until
 * the transaction ends: the series is not shown in the meantime.
 */
export async function requireSecondIfPublished(tokenId: number): Promise<void> {
  const [token] = await database()
    .select({ is_active: tokens.is_active })
    .from(tokens)
    .where(eq(tokens.id, tokenId))
    .for('share')
  if (token?.is_active || (await isReliedUpon(tokenId))) requireSecond(because)
}

/** The same for the series of a category, which the caller has locked: showing a token locks its category too. */
export async function requireSecondIfCategoryPublished(categoryId: number): Promise<void> {
  const members = await database()
    .select({ id: tokens.id, is_active: tokens.is_active })
    .from(tokens)
    .where(eq(tokens.category_id, categoryId))
  for (const { id, is_active } of members)
    if (is_active || (await isReliedUpon(id))) return requireSecond(because)
}

/**
 * What becomes public together with the token of a series, for the second administrator: key facts, offering, current
 * valuation and attestation, and documents. It is part of what is approved: a request is outdated once any of it changes.
 */
export async function describePublished(tokenId: number): Promise<Record<string, unknown>> {
  const [found] = await database().execute<{ publishes: Record<string, unknown> }>(sql`
    select jsonb_strip_nulls(jsonb_build_object(
      'is_illustrative', coalesce(facts.is_illustrative, false),
      'commodity', facts.commodity, 'district', facts.district, 'country', facts.country, 'stage', facts.stage,
      'custodian', facts.custodian,
      'offering', (select concat_ws(', ', state, 'price ' || unit_price, 'from ' || minimum || ' to ' || maximum,
          cap_units || ' units', 'closes ' || to_char(closes_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI UTC'), nullif(terms, ''))
        from ${offerings} where token_id = ${tokenId} and state <> 'draft' order by state = 'closed', id desc limit 1),
      'valuation', (select preferred || ' as of ' || as_of from ${seriesValuations}
        where token_id = ${tokenId} order by as_of desc, id desc limit 1),
      'attestation', (select units_held || ' units as of ' || as_of || ', ' || auditor from ${seriesAttestations}
        where token_id = ${tokenId} order by as_of desc, id desc limit 1),
      'documents', (select coalesce(jsonb_agg(title || ', version ' || version || case when must_acknowledge then ', must be acknowledged' else '' end order by title), '[]') from (
        select document.title, document.must_acknowledge, max(version.version) as version from ${seriesDocuments} as document
        join ${seriesDocumentVersions} as version on version.document_id = document.id
        where document.token_id = ${tokenId} group by document.id) as current)
    )) as publishes
    from (select 1) as one left join ${series} as facts on facts.token_id = ${tokenId}`)
  return found?.publishes ?? {}
}
