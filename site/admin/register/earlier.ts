import type { Distribution } from '#contract/admin-register'
import { formatMoney } from '#core/format/format'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says what was booked for a record date before and not reversed; undefined when nothing was. */
export function describeEarlier(earlier: readonly Distribution[]): string | undefined {
  const standing = earlier.filter(({ reversal }) => reversal === null)
  if (standing.length === 0) return undefined
  const paid = list.format(standing.map(({ total, reason }) => `${formatMoney(total)} (${reason})`))
  return standing.length === 1
    ? `For this record date a distribution of ${paid} was booked before.`
    : `For this record date ${standing.length} distributions were booked before: ${paid}.`
}
