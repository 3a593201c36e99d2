/** An offering in a form and in a request. Pure. */
import type { AdminOffering, AdminSeries, OfferingBody, OfferingEdit } from '#contract/admin-series'
import type { FieldErrors } from '#core/form/form'
import type { Version } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { comparePrice, compareWithValue } from '#core/format/price-against-value'
import { offeringTerms } from '#shared/asset/series-terms'

export type OfferingValues = Record<
  | 'opens_at'
  | 'closes_at'
  | 'unit_price'
  | 'minimum'
  | 'maximum'
  | 'cap_units'
  | 'payment_days'
  | 'countries'
  | 'terms',
  string
>

export const offeringLabels: Record<keyof OfferingValues, string> = {
  opens_at: 'Opens at, UTC',
  closes_at: 'Closes at, UTC',
  unit_price: 'Unit price in USD',
  minimum: `${offeringTerms.minimum} in USD`,
  maximum: `${offeringTerms.maximum} in USD`,
  cap_units: offeringTerms.cap,
  payment_days: 'Days to pay',
  countries: offeringTerms.countries,
  terms: 'Terms',
}

/** Days that a new offering is open, unless another end is chosen. */
const USUAL_DAYS = 90

/** An instant as in a field of the kind `datetime-local`, in UTC. */
const toField = (instant: string): string => instant.slice(0, 16)
const fromField = (text: string): string => `${text}:00.000Z`

const laterBy = (now: Date, days: number): string =>
  toField(new Date(now.getTime() + days * 86_400_000).toISOString())

/** A new offering, with the terms of the last one. */
export const newOffering = (last: AdminOffering | undefined, now = new Date()): Version<OfferingValues> => ({
  values: {
    ...(last
      ? versionOf(last).values
      : {
          unit_price: '',
          minimum: '',
          maximum: '',
          cap_units: '',
          payment_days: '10',
          countries: '',
          terms: '',
        }),
    opens_at: laterBy(now, 0),
    closes_at: laterBy(now, USUAL_DAYS),
  },
  updatedAt: undefined,
})

export const versionOf = (row: AdminOffering): Version<OfferingValues> => ({
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
  },
  updatedAt: row.updated_at,
})

/** How the price that is typed compares with the unit value; undefined before the first valuation. */
export function hintAtPrice(
  typed: string,
  unitValue: AdminSeries['series']['unit_value'],
): string | undefined {
  if (!unitValue) return undefined
  const [value, day] = [formatMoney(unitValue.preferred), formatCalendarDate(unitValue.as_of)]
  const price = readDecimal(typed)
  const compared =
    price !== undefined && Number(price) > 0 ? compareWithValue(price, unitValue.preferred) : undefined
  if (price === undefined || !compared) return `The unit value is ${value} of ${day}.`
  return comparePrice(compared, { price: formatMoney(price), value, day })
}

const readCountries = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

const amounts = ['unit_price', 'minimum', 'maximum', 'cap_units'] as const

/** The missing fields; the server checks bounds. */
export function checkOffering(values: OfferingValues): FieldErrors<OfferingValues> {
  const errors: FieldErrors<OfferingValues> = {}
  for (const name of ['opens_at', 'closes_at'] as const)
    if (values[name] === '')
      errors[name] = `Enter when the offering ${name === 'opens_at' ? 'opens' : 'closes'}`
  for (const name of amounts)
    if (readDecimal(values[name]) === undefined) errors[name] = `${offeringLabels[name]}: enter a number`
  if (!/^\d{1,2}$/.test(values.payment_days)) errors.payment_days = 'Enter 1 to 90 days'
  if (readCountries(values.countries).some((code) => !/^[A-Z]{2}$/.test(code)))
    errors.countries = 'Enter country codes of two letters with commas between them, such as CH, DE'
  return errors
}

/** The request body of a complete form. */
export const bodyOf = (values: OfferingValues): Omit<OfferingBody, 'state'> => ({
  opens_at: fromField(values.opens_at),
  closes_at: fromField(values.closes_at),
  unit_price: readDecimal(values.unit_price) ?? '',
  minimum: readDecimal(values.minimum) ?? '',
  maximum: readDecimal(values.maximum) ?? '',
  cap_units: readDecimal(values.cap_units) ?? '',
  payment_days: Number(values.payment_days),
  countries: [...new Set(readCountries(values.countries))],
  terms: values.terms,
})

/** The changed fields: those that are as they were cannot be refused. */
export function editOf(values: OfferingValues, base: OfferingValues): OfferingEdit {
  const isChanged = ([name]: [string, unknown]) =>
    values[name as keyof OfferingValues] !== base[name as keyof OfferingValues]
  return Object.fromEntries(Object.entries(bodyOf(values)).filter(isChanged)) as OfferingEdit
}
