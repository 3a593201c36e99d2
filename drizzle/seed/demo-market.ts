/** What the demonstration knows of a series up to a day: values of a unit, attestations in force, offerings. */

import type { SeriesContent } from '#shared/asset/series-content'
import { wordedTerms } from '#shared/asset/worded-terms'
import type { offeringStates } from '#shared/enums/series'
import { centsOf } from './demo-units.ts'

export const DAY = 86_400_000

export interface DemoOffering {
  state: (typeof offeringStates)[number]
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
  /** The preferred value of a unit in cents from each day on, earliest first. */
  values: { day: string; cents: number }[]
  /** First and last day on which an attestation binds, earliest first. */
  attested: { from: string; to: string }[]
  /** Earliest first; the last one is the current offering. */
  offerings: DemoOffering[]
}

/** One of each state that is not open, so that all are seen. */
const states: Readonly<Record<string, DemoOffering['state']>> = {
  $GAClay: 'closed',
  $BYNREE: 'paused',
  $MAGREE: 'draft',
}

/** Limit of one holder in a first placement. */
const PLACEMENT_MAXIMUM = '10000000.00'
/** Days between the announcement of an offering and its first day. */
const NOTICE_DAYS = 14
const PLACEMENT_DAYS = 30

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const startOf = (day: string, offset = 0): Date =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + offset * DAY)

/** The preferred value of a unit on a day in cents; undefined before the first valuation. */
export const valueOn = ({ values }: DemoSeries, day: string): number | undefined =>
  values.findLast((value) => value.day <= day)?.cents

/** The offering that takes subscriptions at an instant. */
export const openOffering = ({ offerings }: DemoSeries, at: Date): DemoOffering | undefined =>
  offerings.findLast(({ state, opensAt, closesAt }) => state !== 'draft' && opensAt <= at && at < closesAt)

/** Whether units can be issued at an instant: an attestation is entered and in force. */
export const isAttested = ({ attested }: DemoSeries, at: Date): boolean => {
  const binding = attested.findLast(({ from }) => from < dayOf(at))
  return binding !== undefined && binding.to >= dayOf(at)
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

function currentOffering({ symbol, offering }: SeriesContent, now: Date): DemoOffering {
  const opensAt = startOf(offering.opens)
  return {
    state: states[symbol] ?? 'open',
    opensAt,
    // Through its last day, which is the day that screens show.
    closesAt: new Date(startOf(offering.closes, 1).getTime() - 1000),
    price: centsOf(offering.unit_price),
    minimum: offering.minimum,
    maximum: offering.maximum,
    capUnits: offering.cap_units,
    countries: offering.eligible_countries,
    paymentDays: offering.payment_days,
    terms: `${wordedTerms.proceeds}: ${offering.use_of_proceeds} ${wordedTerms.redemption}: ${offering.redemption} ${wordedTerms.fees}: ${offering.fees}`,
    createdAt: earlier(startOf(offering.opens, -NOTICE_DAYS), now),
  }
}

/**
 * The placement before the current offering, at the unit value of its first day: from the first attestation on for a
 * month at least. Undefined for a series that has not been offered yet.
 */
function firstPlacement(
  series: Omit<DemoSeries, 'offerings'>,
  current: DemoOffering,
): DemoOffering | undefined {
  const [first] = series.attested
  if (!first || current.state === 'draft') return undefined
  const opensAt = startOf(first.from, 1)
  const price = valueOn({ ...series, offerings: [] }, dayOf(opensAt))
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

/** What is known of a series at an instant. Offerings of a later day are listed with their days. */
export function readMarket(content: SeriesContent, now: Date): DemoSeries {
  const today = dayOf(now)
  const known = {
    symbol: content.symbol,
    name: content.name,
    values: content.history
      .filter(({ as_of }) => as_of <= today)
      .map(({ as_of, preferred }) => ({ day: as_of, cents: centsOf(preferred) })),
    attested: content.attestations
      .filter(({ as_of }) => as_of < today)
      .map(({ as_of, expires }) => ({ from: as_of, to: expires }))
      .toReversed(),
  }
  const current = currentOffering(content, now)
  const placement = firstPlacement(known, current)
  return { ...known, offerings: placement ? [placement, current] : [current] }
}
