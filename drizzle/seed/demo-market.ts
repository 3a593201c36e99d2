/** What the demonstration knows about a series up to a day: unit values, attestations in force, offerings. */

import type { SeriesContent } from '#shared/calculations/series-content'
import { textTerms } from '#shared/calculations/text-terms'
import type { offeringStatuses } from '#shared/enums/series'
import { toCents } from './demo-arithmetic.ts'

export const DAY = 86_400_000

export interface DemoOffering {
  state: (typeof offeringStatuses)[number]
  opensAt: Date
  closesAt: Date
  /** Cents. */
  price: number
  minimum: string
  maximum: string
  capUnits: string
  countries: string[]
  paymentDays: number
  terms: string
  createdAt: Date
}

export interface DemoSeries {
  symbol: string
  name: string
  /** The preferred unit value in cents from each day on, earliest first. */
  values: { day: string; cents: number }[]
  /** First and last day on which an attestation is in force, earliest first. */
  attested: { from: string; to: string }[]
  /** Earliest first; the last one is the current offering. */
  offerings: DemoOffering[]
}

/** One in each state other than open, so that all are represented. */
const states: Readonly<Record<string, DemoOffering['state']>> = {
  $GAClay: 'closed',
  $BYNREE: 'paused',
  $MAGREE: 'draft',
}

/** Limit per holder in an initial placement. */
const PLACEMENT_MAXIMUM = '10000000.00'
/** Days between the announcement of an offering and its first day. */
const NOTICE_DAYS = 14
const PLACEMENT_DAYS = 30

export const toDay = (at: Date): string => at.toISOString().slice(0, 10)
export const getDayStart = (day: string, offset = 0): Date =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + offset * DAY)

/** The preferred unit value on a day in cents; undefined before the first valuation. */
export const getUnitValueOn = ({ values }: DemoSeries, day: string): number | undefined =>
  values.findLast((value) => value.day <= day)?.cents

/** The offering that accepts subscriptions at an instant. */
export const findOpenOffering = ({ offerings }: DemoSeries, at: Date): DemoOffering | undefined =>
  offerings.findLast(({ state, opensAt, closesAt }) => state !== 'draft' && opensAt <= at && at < closesAt)

/** Whether units can be issued at an instant: an attestation is recorded and in force. */
export const hasValidAttestation = ({ attested }: DemoSeries, at: Date): boolean => {
  const binding = attested.findLast(({ from }) => from < toDay(at))
  return binding !== undefined && binding.to >= toDay(at)
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

function currentOffering({ symbol, offering }: SeriesContent, now: Date): DemoOffering {
  const opensAt = getDayStart(offering.opens)
  return {
    state: states[symbol] ?? 'open',
    opensAt,
    // Through its last day, which is the day shown on screens.
    closesAt: new Date(getDayStart(offering.closes, 1).getTime() - 1000),
    price: toCents(offering.unit_price),
    minimum: offering.minimum,
    maximum: offering.maximum,
    capUnits: offering.cap_units,
    countries: offering.eligible_countries,
    paymentDays: offering.payment_days,
    terms: `${textTerms.proceeds}: ${offering.use_of_proceeds} ${textTerms.redemption}: ${offering.redemption} ${textTerms.fees}: ${offering.fees}`,
    createdAt: earlier(getDayStart(offering.opens, -NOTICE_DAYS), now),
  }
}

/**
 * The placement before the current offering, at the unit value of its first day: from the first attestation, for at
 * least a month. Undefined for a series that has not been offered yet.
 */
function firstPlacement(
  series: Omit<DemoSeries, 'offerings'>,
  current: DemoOffering,
): DemoOffering | undefined {
  const [first] = series.attested
  if (!first || current.state === 'draft') return undefined
  const opensAt = getDayStart(first.from, 1)
  const price = getUnitValueOn({ ...series, offerings: [] }, toDay(opensAt))
  if (price === undefined) return undefined
  const month = new Date(opensAt.getTime() + PLACEMENT_DAYS * DAY)
  return {
    ...current,
    state: 'closed',
    opensAt,
    closesAt: earlier(month, current.opensAt) === month ? current.opensAt : month,
    price,
    maximum: PLACEMENT_MAXIMUM,
    countries: [],
    terms: 'First placement, before the current offering.',
    createdAt: opensAt,
  }
}

/** What is known of a series at an instant. Later offerings are listed with their dates. */
export function createDemoSeries(content: SeriesContent, now: Date): DemoSeries {
  const today = toDay(now)
  const known = {
    symbol: content.symbol,
    name: content.name,
    values: content.history
      .filter(({ as_of }) => as_of <= today)
      .map(({ as_of, preferred }) => ({ day: as_of, cents: toCents(preferred) })),
    attested: content.attestations
      .filter(({ as_of }) => as_of < today)
      .map(({ as_of, expires }) => ({ from: as_of, to: expires }))
      .toReversed(),
  }
  const current = currentOffering(content, now)
  const placement = firstPlacement(known, current)
  return { ...known, offerings: placement ? [placement, current] : [current] }
}
