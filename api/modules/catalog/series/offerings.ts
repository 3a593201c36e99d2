/** Offerings: the terms for subscribing to units of a series. */
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { assertUnchanged, differing } from '#common/optimistic-lock'
import type { AdminOffering, OfferingBody, OfferingEdit } from '#contract/catalog/admin-series'
import { OFFERINGS_MAX, type Offering, type OpenOffering } from '#contract/catalog/series'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { offerings, series, seriesValuations } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { offeringTermLabels } from '#shared/calculations/offering-terms'
import { compareWithUnitValue } from './price-deviation.ts'
import { isReliedUpon } from './published-series.ts'
import {
  getUncommittedSeriesFigures,
  lockSeries,
  readSymbol,
  type SeriesFiguresState,
} from './series-figures.ts'

export type OfferingRow = typeof offerings.$inferSelect

/** The state of an offering at an instant: outside its period an open one is closed. */
export function getOfferingStatusAt(
  { state, opens_at, closes_at }: OfferingRow,
  now: Date = new Date(),
): Offering['state'] {
  return state === 'open' && (now < opens_at || now >= closes_at) ? 'closed' : state
}

/**
 * Units still available for subscription: the smaller of the cap and the units in custody, less issued and reserved
 * ones.
 */
export const selectAvailableUnits = (
  { cap_units }: OfferingRow,
  { figures, reserved }: SeriesFiguresState,
): SQL =>
  sql`greatest(0, least(${cap_units}::numeric, ${figures.units_held}::numeric)
    - ${figures.units_in_issue}::numeric - ${reserved}::numeric)::numeric(18, 6)`

async function readUnitsLeft(row: OfferingRow, state: SeriesFiguresState): Promise<string> {
  const [left] = await database().execute<{ units: string }>(
    sql`select ${selectAvailableUnits(row, state)}::text as units`,
  )
  return left?.units ?? '0.000000'
}

const toAdminOffering = async (row: OfferingRow, state: SeriesFiguresState): Promise<AdminOffering> => {
  const { token_id: _, opens_at, closes_at, created_at, updated_at, ...terms } = row
  return {
    ...terms,
    state: getOfferingStatusAt(row),
    stored_state: row.state,
    units_left: await readUnitsLeft(row, state),
    opens_at: opens_at.toISOString(),
    closes_at: closes_at.toISOString(),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** Sorts closed offerings last. */
export const isClosed = sql<boolean>`${offerings.state} = 'closed'`

/** All offerings of a series, newest first. */
export async function listOfferings(tokenId: number, state: SeriesFiguresState): Promise<AdminOffering[]> {
  const rows = await database()
    .select()
    .from(offerings)
    .where(eq(offerings.token_id, tokenId))
    .orderBy(desc(offerings.id))
    .limit(100)
  return Promise.all(rows.map((row) => toAdminOffering(row, state)))
}

/** The offerings that currently accept subscriptions, of tokens open for investment. */
export async function listOpenOfferings(): Promise<OpenOffering[]> {
  const rows = await database().execute<Omit<OpenOffering, 'closes_at'> & { closes_at: string }>(sql`
    select token.symbol, token.name, offering.unit_price::text, offering.minimum::text, offering.closes_at,
      valuation.preferred::text as unit_value, valuation.as_of::text,
      coalesce(facts.is_illustrative, false) as is_illustrative
    from ${offerings} as offering
    join ${tokens} as token on token.id = offering.token_id and token.is_active
    left join ${series} as facts on facts.token_id = token.id
    left join lateral (
      select preferred, as_of from ${seriesValuations}
      where token_id = token.id order by as_of desc, id desc limit 1
    ) as valuation on true
    where offering.state = 'open' and now() >= offering.opens_at and now() < offering.closes_at
    order by offering.closes_at, offering.id
    limit ${OFFERINGS_MAX}`)
  return [...rows].map((row) => ({ ...row, closes_at: new Date(row.closes_at).toISOString() }))
}

/** The offering that is not closed, otherwise the latest; null if there are only drafts. */
export async function findPublicOffering(
  tokenId: number,
  state: SeriesFiguresState,
): Promise<Offering | null> {
  const [row] = await database()
    .select()
    .from(offerings)
    .where(sql`${offerings.token_id} = ${tokenId} and ${offerings.state} <> 'draft'`)
    .orderBy(asc(isClosed), desc(offerings.id))
    .limit(1)
  return row ? toAdminOffering(row, state) : null
}

/** Throws `validation` for terms that contradict each other. */
function checkTerms({ opens_at, closes_at, minimum, maximum }: OfferingRow): void {
  if (closes_at <= opens_at) throw invalidFieldProblem('/closes_at', 'The offering must close after it opens')
  if (Number(maximum) < Number(minimum)) {
    throw invalidFieldProblem('/maximum', 'The maximum must not be below the minimum')
  }
}

/** Throws `conflict` for an offering of no more units than are already in issue: none of it could be allotted. */
async function checkHasUnits({ token_id, cap_units }: OfferingRow): Promise<void> {
  const { figures } = await getUncommittedSeriesFigures(token_id)
  if (Number(cap_units) > Number(figures.units_in_issue)) return
  throw new Problem(
    'conflict',
    'The units offered include units already in issue, and this number is already in issue, so nothing can be allotted. Increase the units offered first.',
  )
}

const explainDuplicate = (error: unknown): unknown =>
  getUniqueViolation(error) === 'offerings_one_not_closed'
    ? new Problem('conflict', 'This series already has an active offering. Close it before adding another.')
    : error

/** Adds an offering. Throws `not_found`, `conflict` while another one is not closed, and `validation`. */
export async function createOffering(
  symbol: string,
  { opens_at, closes_at, ...terms }: OfferingBody,
  actor: Actor,
): Promise<AdminOffering> {
  try {
    return await inTransaction(async () => {
      const token = await lockSeries(symbol)
      const times = { opens_at: new Date(opens_at), closes_at: new Date(closes_at) }
      if (terms.state !== 'draft' && terms.state !== 'open')
        throw invalidFieldProblem('/state', 'A new offering is a draft, or opens immediately')
      checkTerms({ ...terms, ...times } as OfferingRow)
      const [row] = await database()
        .insert(offerings)
        .values({ ...terms, ...times, token_id: token.id })
        .returning()
      return await finish(row as OfferingRow, undefined, actor)
    })
  } catch (error) {
    throw explainDuplicate(error)
  }
}

/** Audit log note for an offering that opens at a price far from the unit value; nothing for others. */
function describeDeviation(
  row: OfferingRow,
  before: OfferingRow | undefined,
  { figures: { unit_value } }: SeriesFiguresState,
): { unit_value?: string; price_deviation?: string } {
  const value = unit_value?.preferred
  if (row.state !== 'open' || before?.state === 'open' || value === undefined) return {}
  const { percent, isFar } = compareWithUnitValue(row.unit_price, '1', value)
  if (!isFar) return {}
  return { unit_value: value, price_deviation: percent === null ? 'no unit value' : `${percent}%` }
}

/** Audit log note for text of an offering that replaces what investors have seen. */
const describeReplacedTerms = (
  row: OfferingRow,
  before: OfferingRow | undefined,
): { terms_replaced?: true } =>
  before && before.state !== 'draft' && before.terms !== row.terms ? { terms_replaced: true } : {}

/** Audit log notes for an offering that investors have seen: another closing time, and one that opens again. */
function describeReopening(
  row: OfferingRow,
  before: OfferingRow | undefined,
): { closing_moved?: true; reopened?: true } {
  if (!before || before.state === 'draft') return {}
  const isOpen = getOfferingStatusAt(row) === 'open'
  return {
    ...(before.closes_at.getTime() !== row.closes_at.getTime() && { closing_moved: true }),
    ...(isOpen && getOfferingStatusAt(before) !== 'open' && { reopened: true }),
  }
}

async function finish(
  row: OfferingRow,
  before: OfferingRow | undefined,
  actor: Actor,
): Promise<AdminOffering> {
  const state = await getUncommittedSeriesFigures(row.token_id)
  const after = await toAdminOffering(row, state)
  const isOpened = row.state === 'open' && (!before || before.state === 'draft')
  const symbol = await readSymbol(row.token_id)
  invalidateCache('series')
  await recordAudit(actor, {
    action: before ? 'offering.update' : 'offering.create',
    entity: 'offering',
    entityId: row.id,
    before: before && { symbol, ...(await toAdminOffering(before, state)) },
    after: {
      symbol,
      ...after,
      ...describeDeviation(row, before, state),
      ...describeReplacedTerms(row, before),
      ...describeReopening(row, before),
      ...(isOpened && { opens: true }),
      ...(row.state === 'closed' && before && before.state !== 'closed' && { closes: true }),
      ...(isOpened && (await isReliedUpon(row.token_id, row.id)) && { offered_again: true }),
    },
  })
  return after
}

/**
 * Deletes a draft. Throws `not_found`, and `conflict` for an offering that was open: investors have seen its terms, and
 * subscriptions refer to it.
 */
export function deleteDraftOffering(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [row] = await database().select().from(offerings).where(eq(offerings.id, id)).for('update')
    if (!row) throw new Problem('not_found', 'Offering not found.')
    const [subscribed] = await database()
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(eq(subscriptions.offering_id, id))
      .limit(1)
    if (row.state !== 'draft' || subscribed) {
      throw new Problem('conflict', 'Only drafts can be discarded. Close the offering instead.')
    }
    const before = await toAdminOffering(row, await getUncommittedSeriesFigures(row.token_id))
    await database().delete(offerings).where(eq(offerings.id, id))
    invalidateCache('series')
    await recordAudit(actor, { action: 'offering.discard', entity: 'offering', entityId: id, before })
  })
}

/** Fields that may change once investors have seen the terms. */
const AFTER_DRAFT: readonly string[] = ['state', 'closes_at', 'terms']

/** The other fields, as labeled in the panel. */
const termNames: Readonly<Record<string, string>> = {
  opens_at: offeringTermLabels.opens,
  unit_price: 'Unit price',
  minimum: offeringTermLabels.minimum,
  maximum: offeringTermLabels.maximum,
  cap_units: offeringTermLabels.cap,
  payment_days: 'Payment period',
  countries: offeringTermLabels.countries,
}

/**
 * Changes an offering. Throws `not_found`, `stale_write`, `validation`, and `conflict` for a change of terms that
 * investors have seen, for a closed offering, for a return to draft, and for opening one without units to allot.
 */
export function updateOffering(
  id: number,
  { updated_at, opens_at, closes_at, ...changes }: OfferingEdit,
  actor: Actor,
): Promise<AdminOffering> {
  return inTransaction(async () => {
    const [before] = await database()
      .select()
      .from(offerings)
      .where(eq(offerings.id, id))
      .for('no key update')
    if (!before) throw new Problem('not_found', 'Offering not found.')
    assertUnchanged(before, updated_at, 'offering')
    const wanted = differing(before, {
      ...changes,
      ...(opens_at !== undefined && { opens_at: new Date(opens_at) }),
      ...(closes_at !== undefined && { closes_at: new Date(closes_at) }),
    })
    if (Object.keys(wanted).length === 0)
      return toAdminOffering(before, await getUncommittedSeriesFigures(before.token_id))
    // Investors see paused and closed offerings, but none that was never open.
    if (before.state === 'draft' && wanted.state !== undefined && wanted.state !== 'open')
      throw new Problem('conflict', 'A draft can only be opened or discarded.')
    if (before.state === 'closed')
      throw new Problem('conflict', 'A closed offering cannot be edited. Add a new one.', {
        isFinal: true,
      })
    if (before.state !== 'draft') {
      const fixed = Object.keys(wanted).filter((name) => !AFTER_DRAFT.includes(name))
      if (fixed.length > 0) {
        throw new Problem(
          'conflict',
          `The terms of this offering are already visible to investors, so these can no longer be changed: ${fixed.map((name) => termNames[name] ?? name).join(', ')}. Close it and add a new one.`,
          { isFinal: true },
        )
      }
      if (wanted.state === 'draft')
        throw new Problem('conflict', 'An opened offering cannot be returned to draft. Pause it instead.', {
          isFinal: true,
        })
    }
    checkTerms({ ...before, ...wanted })
    if (before.state === 'draft' && wanted.state === 'open') await checkHasUnits({ ...before, ...wanted })
    const [row] = await database().update(offerings).set(wanted).where(eq(offerings.id, id)).returning()
    return finish(row as OfferingRow, before, actor)
  })
}
