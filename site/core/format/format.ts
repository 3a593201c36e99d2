/** Formats figures and dates for people, in one locale, so that server and browser output match exactly. */
import { applyReaderSeparators, getReaderTimeZone, writeTime } from './reader-format.ts'

const LOCALE = 'en-US'

const dollars = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' })
const signedDollars = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'exceptZero',
})
const signedHundredths = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'always',
})
const shortDollars = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** A decimal string as in JSON, such as `1250.00`. It is formatted digit by digit, never through a float. */
export type Decimal = string | number

type Numeral = number | Intl.StringNumericLiteral

/** `'1250.00'` as `$1,250.00`. */
export const formatMoney = (amount: Decimal): string =>
  applyReaderSeparators(dollars.format(amount as Numeral))

/** `'1250.00'` as `+$1,250.00`, `'-40'` as `-$40.00`, zero without a sign. */
export const formatSignedMoney = (amount: Decimal): string =>
  applyReaderSeparators(signedDollars.format(amount as Numeral))

const currencies = new Map<string, Intl.NumberFormat>()

/** An amount in any currency, in US format with two decimals or up to `digits`: `'12.50'`, `'EUR'` as `€12.50`. */
export function formatCurrency(amount: Decimal, currency: string, digits = 2): string {
  const key = currency + digits
  const format =
    currencies.get(key) ??
    new Intl.NumberFormat(LOCALE, {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: digits,
    })
  currencies.set(key, format)
  return applyReaderSeparators(format.format(amount as Numeral))
}

/** A market price: two decimals, or four significant digits below a dollar so that no price reads as zero. */
export const formatPrice = (price: number): string =>
  price > 0 && price < 1
    ? formatCurrency(price, 'USD', Math.min(20, 3 - Math.floor(Math.log10(price))))
    : formatMoney(price)

/** Dollars without cents in few characters, for a chart axis: `148210` as `$148K`. */
export const formatCompactMoney = (amount: number): string =>
  applyReaderSeparators(shortDollars.format(amount))

/** A percentage with its sign and two decimals: `0.58` as `+0.58%`. Zero has no sign. */
export const formatPercent = (percent: Decimal): string =>
  applyReaderSeparators(`${signedHundredths.format(percent as Numeral).slice(Number(percent) ? 0 : 1)}%`)

const counts = new Intl.NumberFormat(LOCALE)

/** A count: `12000` as `12,000`. */
export const formatCount = (count: number): string => applyReaderSeparators(counts.format(count))

/** A count with its noun: `1 ticket`, `12,000 tickets`. */
export const formatCountOf = (count: number, one: string): string =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`

/** Date formats available in the site settings, such as `MM/DD/YYYY`. */
export type DateFormat = 'MM/YY' | 'MM/YYYY' | 'DD/MM/YY' | 'DD/MM/YYYY' | 'MM/DD/YY' | 'MM/DD/YYYY'

/** A date or instant in the site's format. The day is the UTC day, regardless of the reader's location. */
export const formatDate = (date: string, format: DateFormat): string =>
  writeTime(date, (moment) => {
    const [year = '', month = '', day = ''] = moment.toISOString().split(/\D/)
    return format.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', day)
  })

/** Month and day of an instant in UTC, as in `3/19`. */
export const formatMonthDay = (instant: string): string =>
  writeTime(instant, (date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}`)

const calendar = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar date such as `2026-10-30` as `October 30, 2026`: the same day in every time zone. */
export const formatCalendarDate = (date: string): string => writeTime(date, calendar.format)

/** An instant as the time of day and zone of the reader, with the date if it was not today: `09:05 UTC`. */
export const formatDateTime = (
  instant: string,
  now: Date = new Date(),
  timeZone: string | undefined = getReaderTimeZone(),
): string =>
  writeTime(instant, (moment) => {
    const day = new Intl.DateTimeFormat(LOCALE, { timeZone, dateStyle: 'short' })
    const isToday = day.format(moment) === day.format(now)
    return new Intl.DateTimeFormat(LOCALE, {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      ...(!isToday && { month: 'short', day: 'numeric' }),
    }).format(moment)
  })
