/** Warns of past months whose statements show other figures once something is stored. Pure. */
import type { Months } from '#shared/asset/issued-statements'

const written = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthName = (month: string) => written.format(new Date(`${month}-01`))

/** The warning, with how the statements were issued, and what they do from now on; undefined without such months. */
export function describeIssued(months: Months | null, issued: string, now: string): string | undefined {
  if (!months) return undefined
  const { from, through } = months
  const named =
    from === through ? monthName(from) : `the months from ${monthName(from)} to ${monthName(through)}`
  return `Statements for ${named} may already have been issued ${issued}. If they are downloaded again, they ${now}.`
}
