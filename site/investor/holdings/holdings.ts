/** Figures of holdings that a list shows beside what the server sends. */
import type { HoldingsResponse, UnitHolding } from '#contract/holdings'
import type { Subscription } from '#contract/subscriptions'
import { formatMoney, formatSignedMoney } from '#core/format/format'
import { NONE } from '#core/format/reader'
import { formatShare } from '#core/format/shares'
import { isOpen } from '#site/investor/subscriptions/states.ts'

/** Names what {@link sumHoldings} finds beside the gains of the units held. */
export const OTHER_GAINS = 'Interest, distributions and units given up, less fees'

export const moneyOr = (amount: string | null): string => (amount === null ? NONE : formatMoney(amount))
export const signedOr = (amount: string | null): string =>
  amount === null ? NONE : formatSignedMoney(amount)

export const shareOr = (share: number | null): string => (share === null ? NONE : formatShare(share))

const cents = (amount: string | null): number => Math.round(Number(amount) * 100)
const sumOf = (amounts: readonly (string | null)[]): string | null =>
  amounts.includes(null) ? null : (amounts.reduce((sum, each) => sum + cents(each), 0) / 100).toFixed(2)

/**
 * The sums of the columns. With the total gains of a derived portfolio also the gains that are not of the units held:
 * interest, distributions and units given up, less fees. A sum with an unknown part is null.
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

/** The first and the last day of the values; undefined when nothing is valued. */
export function valuedDays(holdings: readonly UnitHolding[]): [first: string, last: string] | undefined {
  const days = holdings.flatMap(({ as_of }) => as_of ?? []).sort()
  const [first] = days
  return first === undefined ? undefined : [first, days.at(-1) ?? first]
}

const amountIn = (state: Subscription['state'], subscriptions: readonly Subscription[]): number =>
  subscriptions.filter((one) => one.state === state).reduce((sum, { amount }) => sum + Number(amount), 0)

interface CashPart {
  figure: 'funded' | 'payable'
  amount: string
  /** What follows the amount. */
  text: string
}

/**
 * What open subscriptions have to do with the cash: a deposit that has paid for one is in it until the units are
 * allotted, and an approved one is paid by a deposit of its own. Empty without such subscriptions.
 */
export const describeCash = (subscriptions: readonly Subscription[]): CashPart[] =>
  [
    {
      figure: 'funded' as const,
      amount: amountIn('funded', subscriptions).toFixed(2),
      text: 'of it has paid for units that are not allotted yet.',
    },
    {
      figure: 'payable' as const,
      amount: amountIn('approved', subscriptions).toFixed(2),
      text: 'is still to be paid for approved subscriptions, by one deposit each; it is not taken from your cash.',
    },
  ].filter(({ amount }) => Number(amount) > 0)

/** The open subscriptions in a series. */
export const openIn = (symbol: string, subscriptions: readonly Subscription[]): Subscription[] =>
  subscriptions.filter((each) => each.symbol === symbol && isOpen(each))
