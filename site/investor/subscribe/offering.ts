/** What an offering allows an investor to subscribe for, in figures and sentences. The server decides; this says it before. */
import type { Subscription } from '#contract/subscriptions'
import { readDecimal } from '#core/format/decimal'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { reader } from '#core/format/reader'
import { formatUnits } from '#core/format/units'
import type { PublicSeries } from '#core/query/series'
import { cutTo, decimal, sum } from '#shared/asset/decimal'
import { purchaseOf, worthOf } from '#shared/asset/subscription'

type Offering = NonNullable<PublicSeries['offering']>

/** Why nothing can be subscribed for now. */
export interface Closure {
  title: string
  text: string
}

/** Undefined while the offering takes subscriptions. */
export function closureOf({ offering, token }: PublicSeries, now: Date = new Date()): Closure | undefined {
  const { symbol } = token
  if (!offering || offering.state === 'draft') {
    return {
      title: `There is no offering of ${symbol} at present`,
      text: 'When one opens, you can subscribe for units here.',
    }
  }
  if (offering.state === 'paused') {
    return {
      title: `The offering of ${symbol} is paused`,
      text: 'No subscriptions are taken until the issuer opens it again. What you have entered here is kept.',
    }
  }
  if (offering.state === 'closed') {
    return now < new Date(offering.opens_at)
      ? {
          title: `The offering of ${symbol} opens on ${formatCalendarDate(offering.opens_at)} (UTC)`,
          text: `Units cost ${formatMoney(offering.unit_price)} then. This page opens by itself when it begins.`,
        }
      : {
          title: `The offering of ${symbol} has closed`,
          text: `It took subscriptions until ${formatCalendarDate(offering.closes_at)} (UTC) at the latest.`,
        }
  }
  if (Number(offering.units_left) <= 0) {
    return {
      title: `No units of ${symbol} are left in this offering`,
      text: 'Units become free when a subscription is withdrawn, is not approved or expires.',
    }
  }
  return undefined
}

/** Milliseconds until the offering opens or closes; undefined when neither is ahead. */
export function nextChangeIn(offering: Offering, now: number = Date.now()): number | undefined {
  const ahead = [offering.opens_at, offering.closes_at]
    .map((at) => Date.parse(at) - now)
    .filter((ms) => ms > 0)
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

/** States whose amounts count towards the maximum of an investor. */
const counted: readonly string[] = ['submitted', 'in_review', 'approved', 'funded', 'allotted']

export interface Bounds {
  unitPrice: string
  minimum: string
  maximum: string
  /** Units left in the offering, and what they cost. */
  unitsLeft: string
  leftWorth: string
  /** Of the investor's other subscriptions in this offering. */
  own: string
  /** What the investor may still subscribe for. */
  ownLeft: string
}

/** The bounds of the next subscription of an investor. Amounts in USD with two decimals, units with six. */
export function boundsOf(offering: Offering, subscriptions: readonly Subscription[]): Bounds {
  const own = sum(
    subscriptions
      .filter(({ offering_id, state }) => offering_id === offering.id && counted.includes(state))
      .map(({ amount }) => amount),
  )
  const rest = decimal(offering.maximum).minus(own)
  return {
    unitPrice: offering.unit_price,
    minimum: offering.minimum,
    maximum: offering.maximum,
    unitsLeft: offering.units_left,
    leftWorth: worthOf(offering.units_left, offering.unit_price),
    own: own.toFixed(2),
    ownLeft: (rest.lt(0) ? decimal(0) : rest).toFixed(2),
  }
}

/** The bounds in words, a sentence each. */
export function sentencesOf(bounds: Bounds): string[] {
  const { unitPrice, minimum, maximum, unitsLeft, leftWorth, own, ownLeft } = bounds
  return [
    `The minimum is ${formatMoney(minimum)}.`,
    `The maximum per investor is ${formatMoney(maximum)}.`,
    `${formatUnits(unitsLeft)} units are left in the offering, for at most ${formatMoney(leftWorth)} at ${formatMoney(unitPrice)} each.`,
    Number(own) > 0
      ? `Your other subscriptions of this offering come to ${formatMoney(own)}, which leaves ${formatMoney(ownLeft)} of your maximum.`
      : `All of your maximum of ${formatMoney(ownLeft)} is left.`,
  ]
}

const GROUPED = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d*)?$/

/** An amount in the format that the reader has chosen, such as `2.000,50`, as `2000.50`; others as they are. */
function readOwnFormat(text: string): string {
  if (reader.point === '.') return text
  const group = reader.group === '.' ? '\\.' : '\\s'
  const own = new RegExp(`^\\$?\\s*(\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:,(\\d*))?$`)
  const [, whole, part] = own.exec(text) ?? []
  if (whole === undefined) return text
  return whole.replace(/\D/g, '') + (part ? `.${part}` : '')
}

/** `'$5,000.50'` as `'5000.5'`, also in the format of the reader; undefined where it is not an amount. */
export function readAmount(text: string): string | undefined {
  const trimmed = readOwnFormat(text.trim())
  return readDecimal(GROUPED.test(trimmed) ? trimmed.replace(/[$,\s]/g, '') : trimmed)
}

/** Why an amount is not accepted, with one that is; undefined when it is. */
export function refuseAmount(text: string, bounds: Bounds): string | undefined {
  const read = readAmount(text)
  if (read === undefined && text.trim())
    return `Enter an amount with a ${reader.point === '.' ? 'point' : 'comma'} before the cents, such as 5000${reader.point}50`
  if (read === undefined || Number(read) <= 0)
    return `Enter an amount of ${formatMoney(bounds.minimum)} or more`
  const amount = decimal(read)
  if (!cutTo(amount, 2).eq(amount)) return `Enter at most 2 decimals, such as ${cutTo(amount, 2).toFixed(2)}`
  if (amount.lt(bounds.minimum)) return `The minimum is ${formatMoney(bounds.minimum)}`
  if (amount.gt(bounds.maximum)) {
    return `The maximum per investor is ${formatMoney(bounds.maximum)}`
  }
  if (amount.gt(bounds.ownLeft)) {
    return Number(bounds.ownLeft) > 0
      ? `With your other subscriptions of this offering, at most ${formatMoney(bounds.ownLeft)} more is possible`
      : `Your subscriptions of this offering have reached its maximum of ${formatMoney(bounds.maximum)}`
  }
  if (decimal(purchaseOf(amount, bounds.unitPrice).units).gt(bounds.unitsLeft)) {
    return `Only ${formatUnits(bounds.unitsLeft)} units are left, for at most ${formatMoney(bounds.leftWorth)}`
  }
  return undefined
}
