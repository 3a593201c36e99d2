/** Figures that a list of holdings shows in addition to the server's. */
import type { HoldingsResponse, UnitHolding } from '#contract/holdings/holdings'
import type { Subscription } from '#contract/holdings/subscriptions'
import { formatMoney, formatSignedMoney } from '#core/format/format'
import { formatShare } from '#core/format/format-share'
import { NO_VALUE } from '#core/format/reader-format'
import { isOpen } from '#site/investor/holdings/subscriptions/subscription-statuses.ts'

/** Label for what {@link sumHoldings} finds in addition to the gains of units held. */
export const OTHER_GAINS_LABEL = 'Realized gains, transfers, interest and distributions, net of fees'

export const formatMoneyOrDash = (amount: string | null): string =>
  amount === null ? NO_VALUE : formatMoney(amount)
export const formatSignedMoneyOrDash = (amount: string | null): string =>
  amount === null ? NO_VALUE : formatSignedMoney(amount)

export const formatShareOrDash = (share: number | null): string =>
  share === null ? NO_VALUE : formatShare(share)

const cents = (amount: string | null): number => Math.round(Number(amount) * 100)
const sumOf = (amounts: readonly (string | null)[]): string | null =>
  amounts.includes(null) ? null : (amounts.reduce((sum, each) => sum + cents(each), 0) / 100).toFixed(2)

/**
 * The column totals. With the total gains of a calculated portfolio, they include gains not from units held: interest,
 * distributions and redeemed or transferred units, less fees. A total with an unknown part is null.
 */
export function sumHoldings({ holdings }: HoldingsResponse, totalGains: string | undefined) {
  const gain = sumOf(holdings.map((one) => one.gain))
  return {
    cost: sumOf(holdings.map((one) => one.cost)),
    value: sumOf(holdings.map((one) => one.value)),
    gain,
    otherGain:
      totalGains === undefined || gain === null ? null : ((cents(totalGains) - cents(gain)) / 100).toFixed(2),
  }
}

/** The first and last day of the values; undefined if nothing is valued. */
export function getValuationDateRange(
  holdings: readonly UnitHolding[],
): [first: string, last: string] | undefined {
  const days = holdings.flatMap(({ as_of }) => as_of ?? []).sort()
  const [first] = days
  return first === undefined ? undefined : [first, days.at(-1) ?? first]
}

const amountIn = (state: Subscription['state'], subscriptions: readonly Subscription[]): number =>
  subscriptions.filter((one) => one.state === state).reduce((sum, { amount }) => sum + Number(amount), 0)

interface CashPart {
  figure: 'funded' | 'payable'
  amount: string
  /** Text after the amount. */
  text: string
}

/**
 * How open subscriptions affect the cash: a deposit that paid for one is included until the units are allotted, and an
 * approved one is paid by its own deposit. Empty without such subscriptions.
 */
export const listReservedCash = (subscriptions: readonly Subscription[]): CashPart[] =>
  [
    {
      figure: 'funded' as const,
      amount: amountIn('funded', subscriptions).toFixed(2),
      text: 'is reserved for units awaiting allotment.',
    },
    {
      figure: 'payable' as const,
      amount: amountIn('approved', subscriptions).toFixed(2),
      text: 'is payable for approved subscriptions. Pay each by a deposit with its reference; until then it is not deducted from your cash balance.',
    },
  ].filter(({ amount }) => Number(amount) > 0)

/** The open subscriptions in a series. */
export const listOpenSubscriptions = (
  symbol: string,
  subscriptions: readonly Subscription[],
): Subscription[] => subscriptions.filter((each) => each.symbol === symbol && isOpen(each))
