/** Requirements for submitting a subscription. Each rejection says what would be accepted. */
import Big from 'big.js'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SubscriptionBody } from '#contract/holdings/subscriptions'
import { invalidFieldProblem, Problem, type ProblemDetail } from '#contract/problem'
import { database } from '#db/connection'
import { seriesDocuments, seriesDocumentVersions } from '#db/schema/catalog/series'
import { verifications } from '#db/schema/compliance/verifications'
import { calculateUnits, subscriptions } from '#db/schema/holdings/subscriptions'
import { users } from '#db/schema/identity/accounts'
import { settings } from '#db/schema/platform/settings'
import {
  getOfferingStatusAt,
  type OfferingRow,
  selectAvailableUnits,
} from '#modules/catalog/series/offerings'
import type { SeriesFiguresState } from '#modules/catalog/series/series-figures'
import { getCountryName, includesCountry } from '#shared/countries'
import { formatLongDate } from '#shared/format-date'
import { formatDollars } from '#shared/format-dollars'
import { addThousandsSeparators } from '#shared/thousands-separators'

type User = typeof users.$inferSelect

/** A conflict to be resolved in one part of the form, with what would be accepted. */
const conflictAt = (path: string, message: string): Problem =>
  new Problem('conflict', message, { details: [{ path, message }] })

/** Throws `conflict` unless the offering currently accepts subscriptions. */
export function assertOfferingOpen(
  symbol: string,
  offering: OfferingRow | undefined,
): asserts offering is OfferingRow {
  const now = new Date()
  if (!offering || offering.state === 'draft') {
    throw new Problem('conflict', `There is currently no offering of ${symbol}.`)
  }
  if (getOfferingStatusAt(offering, now) === 'open') return
  if (offering.state === 'paused') throw new Problem('conflict', `The offering of ${symbol} is paused.`)
  throw new Problem(
    'conflict',
    offering.state === 'open' && now < offering.opens_at
      ? `The offering of ${symbol} opens on ${formatLongDate(offering.opens_at)} (UTC).`
      : `The offering of ${symbol} has closed.`,
  )
}

/** Throws `not_verified` for an investor whose verification has expired. One that never started is no obstacle here. */
export async function assertVerified({ id }: Pick<User, 'id'>): Promise<void> {
  const [row] = await database()
    .select({ state: verifications.state, until: verifications.verified_until })
    .from(verifications)
    .where(eq(verifications.user_id, id))
  const today = new Date().toISOString().slice(0, 10)
  if (!row || (row.state !== 'expired' && (row.until === null || row.until >= today))) return
  const when = row.until ? ` on ${formatLongDate(row.until)}` : ''
  throw new Problem(
    'not_verified',
    `Your verification expired${when}. Your holdings are not affected. Renew your verification to subscribe again.`,
  )
}

/** Throws `validation` for an amount outside the bounds of one subscription. */
export function assertAmountWithinLimits(amount: string, { minimum, maximum }: OfferingRow): void {
  if (Number(amount) < Number(minimum)) {
    throw invalidFieldProblem('/amount', `The minimum subscription is ${formatDollars(minimum)}`)
  }
  if (Number(amount) > Number(maximum)) {
    throw invalidFieldProblem('/amount', `The maximum per investor is ${formatDollars(maximum)}`)
  }
}

/** Throws `conflict` for an investor whose country is unknown or not on the offering's list. */
export function assertEligibleCountry(
  user: Pick<User, 'country' | 'is_verified'>,
  { countries }: OfferingRow,
): void {
  if (includesCountry(countries, user.country)) return
  const names = countries.map(getCountryName).join(', ')
  throw new Problem(
    'conflict',
    user.country.trim()
      ? `This offering is open to investors from ${names}. Your country in Settings is ${user.country}.`
      : `This offering is open to investors from ${names}. ${user.is_verified ? 'Complete the identity verification to add your country, or contact support.' : 'Enter your country in Settings first.'}`,
  )
}

/**
 * The versions acknowledged by the investor. Throws `validation` for an id that is not a document of the series, and
 * `conflict` naming the current versions if one is missing or no longer current.
 */
export async function assertDocumentsAcknowledged(
  tokenId: number,
  acknowledged: SubscriptionBody['acknowledged'],
) {
  const versions = await database()
    .select({
      id: seriesDocumentVersions.id,
      sha256: seriesDocumentVersions.sha256,
      title: seriesDocuments.title,
      version: seriesDocumentVersions.version,
      must_acknowledge: seriesDocuments.must_acknowledge,
      is_current: sql<boolean>`${seriesDocumentVersions.version} = max(${seriesDocumentVersions.version}) over (partition by ${seriesDocumentVersions.document_id})`,
    })
    .from(seriesDocumentVersions)
    .innerJoin(seriesDocuments, eq(seriesDocuments.id, seriesDocumentVersions.document_id))
    .where(eq(seriesDocuments.token_id, tokenId))
  const unknown = acknowledged.findIndex((id) => versions.every((version) => version.id !== id))
  if (unknown >= 0) {
    throw invalidFieldProblem(`/acknowledged/${unknown}`, 'This document does not belong to the series')
  }
  const current = versions.filter(({ is_current, must_acknowledge }) => is_current && must_acknowledge)
  const missing = current.filter(({ id }) => !acknowledged.includes(id))
  if (missing.length > 0) {
    const details: ProblemDetail[] = missing.map(({ title, version }) => ({
      path: '/acknowledged',
      message: `${title}: current version ${version}`,
    }))
    const titles = missing.map(({ title }) => title).join(', ')
    throw new Problem('conflict', `Please read and acknowledge the current version first: ${titles}.`, {
      details,
    })
  }
  return versions.filter(({ id }) => acknowledged.includes(id))
}

/** Amount reserved and unpaid by an unverified investor, across all series. */
const reservedStates = ['submitted', 'in_review', 'approved'] as const

/**
 * Throws `conflict` with the remaining amount if an unverified investor would reserve more than the settings allow.
 * Call this with the investor locked.
 */
export async function checkReservation(
  { id, is_verified }: Pick<User, 'id' | 'is_verified'>,
  amount: string,
): Promise<void> {
  if (is_verified) return
  const [row] = await database()
    .select({
      limit: settings.unverified_reservation,
      reserved: sql<string>`(select coalesce(sum(${subscriptions.amount}), 0)::text from ${subscriptions}
        where ${and(eq(subscriptions.user_id, id), inArray(subscriptions.state, [...reservedStates]))})`,
    })
    .from(settings)
  if (!row) throw new Error('The settings row is missing: the database was not seeded')
  const left = new Big(row.limit).minus(row.reserved)
  if (left.gte(amount)) return
  const limit = `Until your identity is verified, you can reserve up to ${formatDollars(row.limit)} across all series.`
  throw conflictAt(
    '/amount',
    left.gt(0)
      ? `${limit} ${formatDollars(left.toFixed(2))} remains. Submit your verification to reserve more.`
      : `${limit} You have reached this limit. Submit your verification to reserve more.`,
  )
}

/** Part of an offering's units that investors can reserve in total before their identities are verified. */
const UNVERIFIED_SHARE = '0.5'

const countedStates = ['submitted', 'in_review', 'approved', 'funded', 'allotted'] as const

/**
 * Throws `conflict` with the acceptable amount if the investor would exceed the maximum, if fewer units are left, or if
 * unverified investors would reserve more than their share, so that invented accounts cannot block an offering.
 * Call this with the register of the series locked, see `lockRegister`.
 */
export async function assertAmountAvailable(
  { user, amount }: { user: Pick<User, 'id' | 'is_verified'>; amount: string },
  offering: OfferingRow,
  state: SeriesFiguresState,
): Promise<void> {
  const [own] = await database()
    .select({ amount: sql<string>`coalesce(sum(${subscriptions.amount}), 0)::numeric(20, 2)` })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.user_id, user.id),
        eq(subscriptions.offering_id, offering.id),
        inArray(subscriptions.state, [...countedStates]),
      ),
    )
  const [room] = await database().execute<{
    open: string
    left: string
    worth: string
    fits: boolean
    free: boolean
    shared: boolean
  }>(sql`
    select open::text, units_left::text as left, trunc(units_left * ${offering.unit_price}::numeric, 2)::text as worth,
      ${amount}::numeric <= open as fits, ${calculateUnits(sql`${amount}::numeric`, sql`${offering.unit_price}::numeric`)} <= units_left as free,
      ${calculateUnits(sql`${amount}::numeric`, sql`${offering.unit_price}::numeric`)}
        <= ${UNVERIFIED_SHARE}::numeric * (units_left + unverified) - unverified as shared
    from (
      select (${offering.maximum}::numeric - ${own?.amount ?? '0'}::numeric)::numeric(20, 2) as open,
        ${selectAvailableUnits(offering, state)} as units_left,
        (select coalesce(sum(${subscriptions.units}), 0) from ${subscriptions}
          join ${users} on ${users.id} = ${subscriptions.user_id} and not ${users.is_verified}
          where ${and(eq(subscriptions.offering_id, offering.id), inArray(subscriptions.state, [...reservedStates]))}) as unverified
    ) as room`)
  if (!room) throw new Error('A select returned no row')
  if (!room.fits) {
    throw conflictAt(
      '/amount',
      Number(room.open) > 0
        ? `Including your other subscriptions to this offering, you can subscribe for up to ${formatDollars(room.open)} more.`
        : `You have reached the maximum of ${formatDollars(offering.maximum)} for this offering.`,
    )
  }
  if (!room.free) {
    throw conflictAt(
      '/amount',
      Number(room.left) > 0 && Number(room.worth) > 0
        ? `Only ${addThousandsSeparators(room.left)} units remain, worth up to ${formatDollars(room.worth)}.`
        : 'No units remain in this offering.',
    )
  }
  if (!user.is_verified && !room.shared) {
    throw conflictAt(
      '/amount',
      'Investors whose identity is not yet verified have reserved all the units set aside for them. Submit your verification, or choose a smaller amount.',
    )
  }
}
