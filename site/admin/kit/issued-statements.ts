/** Warns of past months whose statements will show other figures after a change. Pure functions. */
import type { Months } from '#shared/calculations/issued-statements'

const written = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthName = (month: string) => written.format(new Date(`${month}-01`))

/** The warning: how the statements were issued and how they will change; undefined if no months are affected. */
export function describeIssued(months: Months | null, issued: string, now: string): string | undefined {
  if (!months) return undefined
  const { from, through } = months
  const named =
    from === through ? monthName(from) : `the months from ${monthName(from)} to ${monthName(through)}`
  return `Statements for ${named} may already have been issued ${issued}. If they are downloaded again, they ${now}.`
}
