/**
 * The limits for an investor's subscription to an offering, in figures and sentences. The server decides; this only
 * previews it.
 */
import type { Subscription } from '#contract/holdings/subscriptions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { parseDecimal } from '#core/format/parse-decimal'
import { readerFormat } from '#core/format/reader-format'
import { formatUnits } from '#core/format/units'
import type { PublicSeries } from '#core/query/catalog/series'
import { sum, toDecimal, truncateTo } from '#shared/calculations/decimal'
import { calculateAmountForUnits, calculatePurchase } from '#shared/calculations/subscription-units'

type Offering = NonNullable<PublicSeries['offering']>

/** Why no subscription is possible now. */
export interface OfferingUnavailability {
  title: string
  text: string
}

/** Undefined while the offering accepts subscriptions. */
export function getUnavailability(
  { offering, token }: PublicSeries,
  now: Date = new Date(),
): OfferingUnavailability | undefined {
  const { symbol } = token
  if (!offering || offering.state === 'draft') {
    return {
      title: `No current offering of ${symbol}`,
      text: 'You can subscribe here when an offering opens.',
    }
  }
  if (offering.state === 'paused') {
    return {
      title: `The offering of ${symbol} is paused`,
      text: 'Subscriptions are closed until the issuer reopens the offering. Your entries are saved.',
    }
  }
  if (offering.state === 'closed') {
    return now < new Date(offering.opens_at)
      ? {
          title: `The offering of ${symbol} opens on ${formatCalendarDate(offering.opens_at)} (UTC)`,
          text: `The unit price will be ${formatMoney(offering.unit_price)}. This page updates automatically when the offering opens.`,
        }
      : {
          title: `The offering of ${symbol} has closed`,
          text: `Subscriptions closed on ${formatCalendarDate(offering.closes_at)} (UTC) or earlier.`,
        }
  }
  if (Number(offering.units_left) <= 0) {
    return {
      title: `The offering of ${symbol} is fully subscribed`,
      text: 'Units may become available if a subscription is withdrawn, rejected or expires.',
    }
  }
  return undefined
}

/** Milliseconds until the offering opens or closes; undefined if neither lies ahead. */
export function getMillisecondsUntilChange(offering: Offering, now: number = Date.now()): number | undefined {
  const ahead = [offering.opens_at, offering.closes_at]
    .map((at) => Date.parse(at) - now)
    .filter((ms) => ms > 0)
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

/** States whose amounts count towards an investor's maximum. */
const counted: readonly string[] = ['submitted', 'in_review', 'approved', 'funded', 'allotted']

export interface SubscriptionLimits {
  unitPrice: string
  minimum: string
  maximum: string
  /** Units left in the offering, and their price. */
  unitsLeft: string
  leftWorth: string
  /** Total of the investor's other subscriptions in this offering. */
  own: string
  /** What the investor may still subscribe for. */
  ownLeft: string
}

/** The limits of an investor's next subscription. Amounts in USD with two decimals, units with six. */
export function getSubscriptionLimits(
  offering: Offering,
  subscriptions: readonly Subscription[],
): SubscriptionLimits {
  const own = sum(
    subscriptions
      .filter(({ offering_id, state }) => offering_id === offering.id && counted.includes(state))
      .map(({ amount }) => amount),
  )
  const rest = toDecimal(offering.maximum).minus(own)
  return {
    unitPrice: offering.unit_price,
    minimum: offering.minimum,
    maximum: offering.maximum,
    unitsLeft: offering.units_left,
    leftWorth: calculateAmountForUnits(offering.units_left, offering.unit_price),
    own: own.toFixed(2),
    ownLeft: (rest.lt(0) ? toDecimal(0) : rest).toFixed(2),
  }
}

/** The limits in words, one sentence each. */
export function describeLimits(bounds: SubscriptionLimits): string[] {
  const { unitPrice, minimum, maximum, unitsLeft, leftWorth, own, ownLeft } = bounds
  return [
    `The minimum subscription is ${formatMoney(minimum)}.`,
    `The maximum per investor is ${formatMoney(maximum)}.`,
    `${formatUnits(unitsLeft)} units remain in this offering (${formatMoney(leftWorth)} at ${formatMoney(unitPrice)} per unit).`,
    Number(own) > 0
      ? `Your other subscriptions in this offering total ${formatMoney(own)}; you can subscribe for a further ${formatMoney(ownLeft)}.`
      : `You can subscribe for up to ${formatMoney(ownLeft)}.`,
  ]
}

const GROUPED = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d*)?$/

/** An amount in the reader's format, such as `2.000,50`, as `2000.50`; others unchanged. */
function readOwnFormat(text: string): string {
  if (readerFormat.point === '.') return text
  const group = readerFormat.group === '.' ? '\\.' : '\\s'
  const own = new RegExp(`^\\$?\\s*(\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:,(\\d*))?$`)
  const [, whole, part] = own.exec(text) ?? []
  if (whole === undefined) return text
  return whole.replace(/\D/g, '') + (part ? `.${part}` : '')
}

/** `'$5,000.50'` as `'5000.5'`, also in the reader's format; undefined if it is not an amount. */
export function parseTypedAmount(text: string): string | undefined {
  const trimmed = readOwnFormat(text.trim())
  return parseDecimal(GROUPED.test(trimmed) ? trimmed.replace(/[$,\s]/g, '') : trimmed)
}

/** Why an amount is rejected, with an acceptable one; undefined if it is accepted. */
export function validateAmount(text: string, bounds: SubscriptionLimits): string | undefined {
  const read = parseTypedAmount(text)
  if (read === undefined && text.trim())
    return `Use a ${readerFormat.point === '.' ? 'decimal point' : 'decimal comma'} for cents, for example 5000${readerFormat.point}50`
  if (read === undefined || Number(read) <= 0)
    return `Enter an amount of ${formatMoney(bounds.minimum)} or more`
  const amount = toDecimal(read)
  if (!truncateTo(amount, 2).eq(amount))
    return `Enter no more than two decimals, for example ${truncateTo(amount, 2).toFixed(2)}`
  if (amount.lt(bounds.minimum)) return `The minimum subscription is ${formatMoney(bounds.minimum)}`
  if (amount.gt(bounds.maximum)) {
    return `The maximum per investor is ${formatMoney(bounds.maximum)}`
  }
  if (amount.gt(bounds.ownLeft)) {
    return Number(bounds.ownLeft) > 0
      ? `With your other subscriptions in this offering, you can subscribe for up to ${formatMoney(bounds.ownLeft)} more`
      : `You have reached the maximum of ${formatMoney(bounds.maximum)} per investor in this offering`
  }
  if (toDecimal(calculatePurchase(amount, bounds.unitPrice).units).gt(bounds.unitsLeft)) {
    return `Only ${formatUnits(bounds.unitsLeft)} units remain (${formatMoney(bounds.leftWorth)})`
  }
  return undefined
}
