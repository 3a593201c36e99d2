/** Figures of holdings that a list shows beside what the server sends. */
import type { HoldingsResponse, UnitHolding } from '#contract/holdings'
import type { Subscription } from '#contract/subscriptions'
import { formatMoney, formatSignedMoney } from '#core/format/format'
import { isOpen } from '#site/investor/subscriptions/states.ts'

/** Shown where there is no figure. */
export const NONE = '–'

export const moneyOr = (amount: string | null): string => (amount === null ? NONE : formatMoney(amount))
export const signedOr = (amount: string | null): string =>
  amount === null ? NONE : formatSignedMoney(amount)

const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** `31.04` as `31.0%`. */
export const shareOr = (share: number | null): string => (share === null ? NONE : `${percent.format(share)}%`)

/** The share of the cash in the total, in percent; null without a total. */
export const cashShare = ({ cash, total }: HoldingsResponse): number | null =>
  Number(total) > 0 ? (Number(cash) / Number(total)) * 100 : null

/** The latest day of a value; undefined when nothing is valued. */
export const latestDay = (holdings: readonly UnitHolding[]): string | undefined =>
  holdings
    .flatMap(({ as_of }) => as_of ?? [])
    .sort()
    .at(-1)

/** The open subscriptions in a series. */
export const openIn = (symbol: string, subscriptions: readonly Subscription[]): Subscription[] =>
  subscriptions.filter((each) => each.symbol === symbol && isOpen(each))
