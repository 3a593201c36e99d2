/** What a subscription has to meet when it is submitted. Each refusal says what would be accepted. */
import Big from 'big.js'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { invalidField, Problem, type ProblemDetail } from '#contract/problem'
import type { SubscriptionBody } from '#contract/subscriptions'
import { database } from '#db/connection'
import type { users } from '#db/schema/accounts'
import { seriesDocuments, seriesDocumentVersions } from '#db/schema/series'
import { settings } from '#db/schema/site'
import { subscriptions, unitsFor } from '#db/schema/subscriptions'
import { verifications } from '#db/schema/verifications'
import type { SeriesState } from '#modules/series/figures'
import { type OfferingRow, stateAt, unitsLeft } from '#modules/series/offerings'
import { countryName, includesCountry } from '#shared/countries'
import { groupDigits } from '#shared/group-digits'
import { writeDay } from '#shared/written-day'

type User = typeof users.$inferSelect

/** A conflict that one part of the form has to solve, with what would be accepted. */
const conflictAt = (path: string, message: string): Problem =>
  new Problem('conflict', message, { details: [{ path, message }] })

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** Money for people; exact, because the format takes a decimal string. */
const money = (amount: string): string => dollars.format(amount as Intl.StringNumericLiteral)

/** Throws `conflict` unless the offering takes subscriptions now. */
export function checkOffering(
  symbol: string,
  offering: OfferingRow | undefined,
): asserts offering is OfferingRow {
  const now = new Date()
  if (!offering || offering.state === 'draft') {
    throw new Problem('conflict', `There is no offering of ${symbol} at present.`)
  }
  if (stateAt(offering, now) === 'open') return
  if (offering.state === 'paused') throw new Problem('conflict', `The offering of ${symbol} is paused.`)
  throw new Problem(
    'conflict',
    offering.state === 'open' && now < offering.opens_at
      ? `The offering of ${symbol} opens on ${writeDay(offering.opens_at)} (UTC).`
      : `The offering of ${symbol} has closed.`,
  )
}

/** Throws `not_verified` for an investor whose verification has ended. One that never began is no obstacle here. */
export async function checkVerification({ id }: Pick<User, 'id'>): Promise<void> {
  const [row] = await database()
    .select({ state: verifications.state, until: verifications.verified_until })
    .from(verifications)
    .where(eq(verifications.user_id, id))
  const today = new Date().toISOString().slice(0, 10)
  if (!row || (row.state !== 'expired' && (row.until === null || row.until >= today))) return
  const when = row.until ? ` on ${writeDay(row.until)}` : ''
  throw new Problem(
    'not_verified',
    `Your verification ended${when}. Your holdings stay. Renew it under Verification to subscribe again.`,
  )
}

/** Throws `validation` for an amount outside of the bounds of one subscription. */
export function checkAmount(amount: string, { minimum, maximum }: OfferingRow): void {
  if (Number(amount) < Number(minimum)) {
    throw invalidField('/amount', `The minimum is ${money(minimum)}`)
  }
  if (Number(amount) > Number(maximum)) {
    throw invalidField('/amount', `The maximum per investor is ${money(maximum)}`)
  }
}

/** Throws `conflict` for an investor of a country that is not on the offering's list, or whose country is not known. */
export function checkCountry(user: Pick<User, 'country'>, { countries }: OfferingRow): void {
  if (includesCountry(countries, user.country)) return
  const names = countries.map(countryName).join(', ')
  throw new Problem(
    'conflict',
    user.country.trim()
      ? `This offering is open to investors of ${names}. Your country in Settings is ${user.country}.`
      : `This offering is open to investors of ${names}. Enter your country in Settings first.`,
  )
}

/**
 * The versions that the investor acknowledged. Throws `validation` for an id that is no document of the series, and
 * `conflict` naming the current versions where one is missing or no longer current.
 */
export async function checkAcknowledged(tokenId: number, acknowledged: SubscriptionBody['acknowledged']) {
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
    throw invalidField(`/acknowledged/${unknown}`, 'This is no document of the series')
  }
  const current = versions.filter(({ is_current, must_acknowledge }) => is_current && must_acknowledge)
  const missing = current.filter(({ id }) => !acknowledged.includes(id))
  if (missing.length > 0) {
    const details: ProblemDetail[] = missing.map(({ id, title, version }) => ({
      path: '/acknowledged',
      message: `${title}: version ${version} is current, its id is ${id}`,
    }))
    const titles = missing.map(({ title }) => title).join(', ')
    throw new Problem('conflict', `Read and acknowledge the current version first: ${titles}.`, { details })
  }
  return versions.filter(({ id }) => acknowledged.includes(id))
}

/** What an investor who is not verified has reserved and not paid, over all series. */
const reservedStates = ['submitted', 'in_review', 'approved'] as const

/**
 * Throws `conflict` with what is left when an investor who is not verified would reserve more than the settings allow.
 * Call it with the investor locked.
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
  const limit = `Until your identity is verified, you can reserve ${money(row.limit)} over all series.`
  throw conflictAt(
    '/amount',
    left.gt(0)
      ? `${limit} ${money(left.toFixed(2))} is left. Submit your verification to reserve more.`
      : `${limit} Nothing is left. Submit your verification to reserve more.`,
  )
}

const countedStates = ['submitted', 'in_review', 'approved', 'funded', 'allotted'] as const

/**
 * Throws `conflict` with the figure that would be accepted when the investor would exceed the maximum, or when fewer
 * units are left. Call it with the register of the series locked, see `lockRegister`.
 */
export async function checkRoom(
  { userId, amount }: { userId: number; amount: string },
  offering: OfferingRow,
  state: SeriesState,
): Promise<void> {
  const [own] = await database()
    .select({ amount: sql<string>`coalesce(sum(${subscriptions.amount}), 0)::numeric(20, 2)` })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.user_id, userId),
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
  }>(sql`
    select open::text, units_left::text as left, trunc(units_left * ${offering.unit_price}::numeric, 2)::text as worth,
      ${amount}::numeric <= open as fits, ${unitsFor(sql`${amount}::numeric`, sql`${offering.unit_price}::numeric`)} <= units_left as free
    from (
      select (${offering.maximum}::numeric - ${own?.amount ?? '0'}::numeric)::numeric(20, 2) as open,
        ${unitsLeft(offering, state)} as units_left
    ) as room`)
  if (!room) throw new Error('A select returned no row')
  if (!room.fits) {
    throw conflictAt(
      '/amount',
      Number(room.open) > 0
        ? `With your other subscriptions of this offering, at most ${money(room.open)} more is possible.`
        : `Your subscriptions of this offering have reached its maximum of ${money(offering.maximum)}.`,
    )
  }
  if (!room.free) {
    throw conflictAt(
      '/amount',
      Number(room.left) > 0 && Number(room.worth) > 0
        ? `Only ${groupDigits(room.left)} units are left, for at most ${money(room.worth)}.`
        : 'No units are left in this offering.',
    )
  }
}
