import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from './decimal.ts'
import { listGainsByRecord } from './gains-by-record.ts'
import { getPortfolioOnDay, type PortfolioRecords } from './portfolio-by-day.ts'

const records: PortfolioRecords = {
  ledger: [{ at: '2026-01-05', deposited: '5000', withdrawn: '0', income: '0', fees: '0' }],
  register: [
    { at: '2026-01-10', symbol: '$A', units: '10', cost: '1000', paid: '-1000', transferred: '0' },
    { at: '2026-02-10', symbol: '$A', units: '-4', cost: '-400', paid: '0', transferred: '-4' },
    { at: '2026-03-10', symbol: '$A', units: '-2', cost: '-200', paid: '230', transferred: '0' },
  ],
  unitValues: [
    { at: '2026-01-01', symbol: '$A', value: '95' },
    { at: '2026-01-31', symbol: '$A', value: '120' },
    { at: '2026-02-28', symbol: '$A', value: '110' },
  ],
}

const shown = (from: string | null, to: string) =>
  listGainsByRecord(records, from, to).map(({ at, amount, movement, units }) => [
    at,
    movement ? 'movement' : 'valuation',
    units.toFixed(0),
    amount.toFixed(2),
  ])

test('lists gains by valuation and movement, each with its day', () => {
  expect(shown(null, '2026-12-31')).toEqual([
    // Bought at 100 and valued at 95.
    ['2026-01-10', 'movement', '10', '-50.00'],
    ['2026-01-31', 'valuation', '10', '250.00'],
    ['2026-02-28', 'valuation', '6', '-60.00'],
    // Two units worth 110 each, redeemed for 230.
    ['2026-03-10', 'movement', '-2', '10.00'],
  ])
  expect(shown('2026-01-31', '2026-02-28')).toEqual([['2026-02-28', 'valuation', '6', '-60.00']])
})

test('gains add up to those of the portfolio between any two days', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-02-${String(number).padStart(2, '0')}`)
  const amount = fc.integer({ min: -500, max: 500 }).map((cents) => (cents / 100).toFixed(2))
  const series = fc.constantFrom('$A', '$B')
  const byDay = <T extends { at: string }>(rows: T[]) => rows.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const register = fc
    .array(
      fc.record({ at: day, symbol: series, units: amount, cost: amount, paid: amount, transferred: amount }),
    )
    .map(byDay)
  const unitValues = fc
    .uniqueArray(fc.record({ at: day, symbol: series, value: amount }), {
      selector: ({ at, symbol }) => `${at} ${symbol}`,
    })
    .map(byDay)
  fc.assert(
    fc.property(register, unitValues, day, day, (moved, values, one, other) => {
      const [from = '', to = ''] = [one, other].sort()
      const all = { ledger: [], register: moved, unitValues: values }
      const between = getPortfolioOnDay(all, to).gains.minus(getPortfolioOnDay(all, from).gains)
      expect(sum(listGainsByRecord(all, from, to).map(({ amount: gain }) => gain)).toFixed(2)).toBe(
        between.toFixed(2),
      )
    }),
  )
})
