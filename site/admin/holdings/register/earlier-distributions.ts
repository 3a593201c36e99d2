import type { Distribution } from '#contract/holdings/admin-register'
import { formatMoney } from '#core/format/format'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Describes earlier distributions with this record date that were not reversed; undefined if there are none. */
export function describeEarlierDistributions(earlier: readonly Distribution[]): string | undefined {
  const standing = earlier.filter(({ reversal }) => reversal === null)
  if (standing.length === 0) return undefined
  const paid = list.format(standing.map(({ total, reason }) => `${formatMoney(total)} (${reason})`))
  return standing.length === 1
    ? `A distribution of ${paid} has already been booked for this record date.`
    : `${standing.length} distributions have already been booked for this record date: ${paid}.`
}
