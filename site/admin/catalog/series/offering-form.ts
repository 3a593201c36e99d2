/** An offering in forms and requests. Pure functions. */
import type { AdminOffering, AdminSeries, OfferingBody, OfferingEdit } from '#contract/catalog/admin-series'
import type { FieldErrors } from '#core/form/form'
import type { FormVersion } from '#core/form/row-form'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { parseDecimal } from '#core/format/parse-decimal'
import { formatPriceComparison, formatPriceComparisonSentence } from '#core/format/price-comparison'
import { offeringTermLabels } from '#shared/calculations/offering-terms'

export type OfferingValues = Record<
  | 'opens_at'
  | 'closes_at'
  | 'unit_price'
  | 'minimum'
  | 'maximum'
  | 'cap_units'
  | 'payment_days'
  | 'countries'
  | 'terms'
  | 'reason',
  string
>

export const offeringLabels: Record<Exclude<keyof OfferingValues, 'reason'>, string> = {
  opens_at: 'Opens (UTC)',
  closes_at: 'Closes (UTC)',
  unit_price: 'Unit price (USD)',
  minimum: `${offeringTermLabels.minimum} (USD)`,
  maximum: `${offeringTermLabels.maximum} (USD)`,
  cap_units: offeringTermLabels.cap,
  payment_days: 'Payment period (days)',
  countries: offeringTermLabels.countries,
  terms: 'Terms',
}

/** Default number of days that a new offering is open. */
const USUAL_DAYS = 90

/** An instant in the format of a `datetime-local` field, in UTC. */
const toField = (instant: string): string => instant.slice(0, 16)
const fromField = (text: string): string => `${text}:00.000Z`

const laterBy = (now: Date, days: number): string =>
  toField(new Date(now.getTime() + days * 86_400_000).toISOString())

/** A new offering with the previous one's terms. */
export const createOfferingVersion = (
  last: AdminOffering | undefined,
  now = new Date(),
): FormVersion<OfferingValues> => ({
  values: {
    ...(last
      ? toOfferingVersion(last).values
      : {
          unit_price: '',
          minimum: '',
          maximum: '',
          cap_units: '',
          payment_days: '10',
          countries: '',
          terms: '',
          reason: '',
        }),
    opens_at: laterBy(now, 0),
    closes_at: laterBy(now, USUAL_DAYS),
  },
  updatedAt: undefined,
})

export const toOfferingVersion = (row: AdminOffering): FormVersion<OfferingValues> => ({
  values: {
    opens_at: toField(row.opens_at),
    closes_at: toField(row.closes_at),
    unit_price: row.unit_price,
    minimum: row.minimum,
    maximum: row.maximum,
    cap_units: row.cap_units,
    payment_days: String(row.payment_days),
    countries: row.countries.join(', '),
    terms: row.terms,
    reason: '',
  },
  updatedAt: row.updated_at,
})

/** How the typed price compares with the unit value; undefined before the first valuation. */
export function getPriceHint(
  typed: string,
  unitValue: AdminSeries['series']['unit_value'],
): string | undefined {
  if (!unitValue) return undefined
  const [value, day] = [formatMoney(unitValue.preferred), formatCalendarDate(unitValue.as_of)]
  const price = parseDecimal(typed)
  const compared =
    price !== undefined && Number(price) > 0 ? formatPriceComparison(price, unitValue.preferred) : undefined
  if (price === undefined || !compared) return `The unit value is ${value} as of ${day}.`
  return formatPriceComparisonSentence(compared, { price: formatMoney(price), value, day })
}

const readCountries = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

const amounts = ['unit_price', 'minimum', 'maximum', 'cap_units'] as const

/** The missing fields; the server checks bounds. */
export function validateOffering(values: OfferingValues): FieldErrors<OfferingValues> {
  const errors: FieldErrors<OfferingValues> = {}
  for (const name of ['opens_at', 'closes_at'] as const)
    if (values[name] === '')
      errors[name] = `Enter when the offering ${name === 'opens_at' ? 'opens' : 'closes'}`
  for (const name of amounts)
    if (parseDecimal(values[name]) === undefined) errors[name] = `${offeringLabels[name]}: enter a number`
  if (!/^\d{1,2}$/.test(values.payment_days)) errors.payment_days = 'Enter 1 to 90 days'
  if (readCountries(values.countries).some((code) => !/^[A-Z]{2}$/.test(code)))
    errors.countries = 'Enter two-letter country codes separated by commas, for example CH, DE'
  return errors
}

/** The request body of a complete form. */
export const toOfferingBody = (values: OfferingValues): Omit<OfferingBody, 'state'> => ({
  opens_at: fromField(values.opens_at),
  closes_at: fromField(values.closes_at),
  unit_price: parseDecimal(values.unit_price) ?? '',
  minimum: parseDecimal(values.minimum) ?? '',
  maximum: parseDecimal(values.maximum) ?? '',
  cap_units: parseDecimal(values.cap_units) ?? '',
  payment_days: Number(values.payment_days),
  countries: [...new Set(readCountries(values.countries))],
  terms: values.terms,
})

/** The changed fields; unchanged ones are not sent and so cannot be rejected. */
export function toOfferingEdit(values: OfferingValues, base: OfferingValues): OfferingEdit {
  const isChanged = ([name]: [string, unknown]) =>
    values[name as keyof OfferingValues] !== base[name as keyof OfferingValues]
  return Object.fromEntries(Object.entries(toOfferingBody(values)).filter(isChanged)) as OfferingEdit
}
