import type { Distribution } from '#contract/admin-register'
import { formatMoney } from '#core/format/format'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says what was booked for a record date before; undefined when nothing was. */
export function describeEarlier(earlier: readonly Distribution[]): string | undefined {
  if (earlier.length === 0) return undefined
  const paid = list.format(earlier.map(({ total, reason }) => `${formatMoney(total)} (${reason})`))
  return earlier.length === 1
    ? `For this record date a distribution of ${paid} was booked before.`
    : `For this record date ${earlier.length} distributions were booked before: ${paid}.`
}
