import { describe, expect, it } from 'vitest'
import { formatAmountPerUnit } from './distributions.ts'
import { formatBytes, formatMegabytes } from './file-size.ts'
import {
  formatCalendarDate,
  formatCompactMoney,
  formatCount,
  formatCountOf,
  formatCurrency,
  formatDate,
  formatDateTime,
  formatMoney,
  formatMonthDay,
  formatPercent,
  formatPrice,
  formatSignedMoney,
} from './format.ts'
import { formatShare } from './format-share.ts'
import { formatDateTimeWithYear, formatDay, formatFullDateTime } from './full-date-time.ts'
import { formatRecordDateText } from './record-date-text.ts'
import { formatDateTimeWithZone, formatTime } from './time-with-zone.ts'
import { formatSignedUnits, formatUnits } from './units.ts'

describe('money', () => {
  it('formats decimal strings exactly, beyond the precision of a float', () => {
    expect(formatMoney('1250.00')).toBe('$1,250.00')
    expect(formatMoney('999999999999.99')).toBe('$999,999,999,999.99')
    expect(formatMoney('90071992547409.93')).toBe('$90,071,992,547,409.93')
    expect(formatMoney('123456789012345678.91')).toBe('$123,456,789,012,345,678.91')
  })
  it('formats signed amounts as in the documents', () => {
    expect(formatSignedMoney('1250.00')).toBe('+$1,250.00')
    expect(formatSignedMoney('-40')).toBe('-$40.00')
    expect(formatSignedMoney('0.00')).toBe('$0.00')
  })
})

describe('amounts in other currencies', () => {
  it('have two decimals and the US format', () => {
    expect(formatCurrency('1250.00', 'USD')).toBe('$1,250.00')
    expect(formatCurrency('999999999999.99', 'EUR')).toBe('€999,999,999,999.99')
    expect(formatCurrency('1000.00', 'JPY')).toBe('¥1,000.00')
  })
  it('are short on a chart axis', () => {
    expect(formatCompactMoney(148_210)).toBe('$148.2K')
    expect(formatCompactMoney(0)).toBe('$0')
    expect(formatCompactMoney(2_000_000)).toBe('$2M')
  })
})

describe('a count', () => {
  it('has its noun in the singular for one', () => {
    expect([0, 1, 12_000].map((count) => formatCountOf(count, 'ticket'))).toEqual([
      '0 tickets',
      '1 ticket',
      '12,000 tickets',
    ])
  })
})

describe('percent', () => {
  it('has a sign and two decimals', () => {
    expect(formatPercent(0.58)).toBe('+0.58%')
    expect(formatPercent(-0.12)).toBe('-0.12%')
    expect(formatPercent(3.2)).toBe('+3.20%')
    expect(formatPercent('17.1634')).toBe('+17.16%')
  })
  it('has no sign for zero', () => {
    expect(formatPercent(0)).toBe('0.00%')
    expect(formatPercent('0.00')).toBe('0.00%')
  })
  it('keeps the sign of a value that rounds to zero', () => {
    expect(formatPercent(0.001)).toBe('+0.00%')
    expect(formatPercent(-0.001)).toBe('-0.00%')
  })
})

describe('file sizes', () => {
  it('are in the unit that fits, from bytes to TB', () => {
    expect(formatBytes(0)).toBe('0 bytes')
    expect(formatBytes(1)).toBe('1 byte')
    expect(formatBytes(1023)).toBe('1023 bytes')
    expect(formatBytes(1024)).toBe('1.0 KB')
    expect(formatBytes(1536)).toBe('1.5 KB')
    expect(formatBytes(1024 ** 2 - 1)).toBe('1.0 MB')
    expect(formatBytes(2.25 * 1024 ** 3)).toBe('2.3 GB')
    expect(formatBytes(5 * 1024 ** 4)).toBe('5.0 TB')
    expect(formatBytes(5000 * 1024 ** 4)).toBe('5,000.0 TB')
  })
  it('are in MB with one decimal on request', () => {
    expect(formatMegabytes(2.44 * 1024 ** 2)).toBe('2.4 MB')
    expect(formatMegabytes(9000)).toBe('0.1 MB')
    expect(formatMegabytes(0)).toBe('0.0 MB')
  })
})

describe('dates', () => {
  it('use every format of the site settings', () => {
    expect(formatDate('2026-03-09', 'MM/YY')).toBe('03/26')
    expect(formatDate('2026-03-09', 'MM/YYYY')).toBe('03/2026')
    expect(formatDate('2026-03-09', 'DD/MM/YY')).toBe('09/03/26')
    expect(formatDate('2026-03-09', 'DD/MM/YYYY')).toBe('09/03/2026')
    expect(formatDate('2026-03-09', 'MM/DD/YY')).toBe('03/09/26')
    expect(formatDate('2026-03-09T23:59:59.000Z', 'MM/DD/YYYY')).toBe('03/09/2026')
  })
  it('are month and day in a list, the day in UTC', () => {
    expect(formatMonthDay('2026-03-19T23:59:59.000Z')).toBe('3/19')
    expect(formatMonthDay('2026-10-05T00:00:00.000Z')).toBe('10/5')
  })
  it('keep a calendar date on its day', () => {
    expect(formatCalendarDate('2026-10-30')).toBe('October 30, 2026')
    expect(formatCalendarDate('2026-01-01')).toBe('January 1, 2026')
  })
  it('show the time of a timestamp, and its day unless it is today', () => {
    const now = new Date('2026-11-20T20:00:00Z')
    expect(formatDateTime('2026-11-20T09:05:00Z', now, 'UTC')).toBe('09:05 UTC')
    expect(formatDateTime('2026-11-19T09:05:00Z', now, 'UTC')).toBe('Nov 19, 09:05 UTC')
    expect(formatDateTimeWithZone('2025-11-29T00:00:00Z', now, 'UTC')).toBe('Nov 29, 2025, 00:00')
    expect(formatDateTimeWithZone('2026-11-20T09:05:00Z', now, 'UTC')).toBe('Nov 20, 09:05')
  })
})

describe('market prices', () => {
  it('have cents from a dollar on, and four significant digits below', () => {
    expect(formatPrice(117198)).toBe('$117,198.00')
    expect(formatPrice(2.301)).toBe('$2.30')
    expect(formatPrice(0.93)).toBe('$0.93')
    expect(formatPrice(0.5)).toBe('$0.50')
    expect(formatPrice(0.123456)).toBe('$0.1235')
    expect(formatPrice(0.0000215)).toBe('$0.0000215')
    expect(formatPrice(0)).toBe('$0.00')
  })
})

/** Fields missing from an earlier server version's response, despite their type. */
const missing = undefined as never

describe('a missing figure or time', () => {
  it.each(
    Object.entries({
      formatMoney,
      formatSignedMoney,
      formatShortMoney: formatCompactMoney,
      formatPrice,
      formatPercent,
      formatCount,
      formatShare,
      formatUnits,
      formatSignedUnits,
      formatRate: formatAmountPerUnit,
      formatCalendarDate,
      formatMonthDay,
      formatMoment: formatDateTime,
      formatDatedMoment: formatDateTimeWithYear,
      formatFullMoment: formatFullDateTime,
      formatDay,
      formatClock: formatTime,
      formatDayAndTime: formatDateTimeWithZone,
    }),
  )('is a dash in %s', (_, format: (value: never) => string) => {
    expect(format(missing)).toBe('–')
    expect(format('none' as never)).toBe('–')
  })

  it('is a dash in formats with a second argument', () => {
    expect(formatCurrency(missing, 'EUR')).toBe('–')
    expect(formatDate(missing, 'MM/DD/YYYY')).toBe('–')
    expect(formatCountOf(missing, 'row')).toBe('– rows')
  })
})

describe('the date in a description', () => {
  it('is written as in other sentences', () => {
    expect(formatRecordDateText('Distribution of $X, record date 2026-09-30')).toBe(
      'Distribution of $X, record date September 30, 2026',
    )
    expect(formatRecordDateText('Distribution of $X, record date 2026-09-30: 12.5 units × $0.042')).toBe(
      'Distribution of $X, record date September 30, 2026: 12.5 units × $0.042',
    )
  })
})
