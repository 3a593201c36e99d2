/** Parses dates in the formats the product uses. */

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/
const DAY_FIRST = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/i
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The number of a month, from at least its first three letters; 0 for other words. */
const monthOf = (word: string): number =>
  months.findIndex((month) => month.startsWith(word.toLowerCase())) + 1

type Parts = readonly [year: string, month: number | string, day: string]

function partsOf(text: string): Parts | undefined {
  const iso = ISO.exec(text)
  if (iso) return [iso[1] ?? '', iso[2] ?? '', iso[3] ?? '']
  const slashes = SLASHES.exec(text)
  if (slashes) {
    const [, month = '', day = '', year = ''] = slashes
    return [year.length === 2 ? `20${year}` : year, month, day]
  }
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return [dayFirst[3] ?? '', monthOf(dayFirst[2] ?? ''), dayFirst[1] ?? '']
  const monthFirst = MONTH_FIRST.exec(text)
  return monthFirst ? [monthFirst[3] ?? '', monthOf(monthFirst[1] ?? ''), monthFirst[2] ?? ''] : undefined
}

/**
 * The typed day as `2026-03-02`; undefined for other texts and for days that do not exist. Accepts `2026-03-02`,
 * `3/2/26` with the month first, `2 Mar 2026` and `March 2, 2026`.
 */
export function parseDay(text: string): string | undefined {
  const parts = partsOf(text.trim())
  if (!parts) return undefined
  const [year, month, date] = parts
  const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
  return new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) === day ? day : undefined
}
