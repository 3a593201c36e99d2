import { describe, expect, test } from 'vitest'
import type { HoldingsResponse, UnitHolding } from '#contract/holdings/holdings'
import type { Subscription } from '#contract/holdings/subscriptions'
import { withCashShare } from '#core/query/holdings/holdings'
import { getRegisterEntryLabel } from '#shared/register-entry-label'
import {
  formatShareOrDash,
  getValuationDateRange,
  listOpenSubscriptions,
  listReservedCash,
  sumHoldings,
} from './holding-totals.ts'
import { listUnitValuesByDay } from './valuations-by-day.ts'

const valuation = (id: number, as_of: string, preferred: string) => ({
  id,
  as_of,
  low: '1.00',
  preferred,
  high: '9.00',
  method: 'Yardstick',
  inputs: [],
})

describe('the valuations of a series', () => {
  test('count the one entered last for each day, oldest day first', () => {
    const days = listUnitValuesByDay([
      valuation(3, '2026-02-28', '3.00'),
      valuation(5, '2026-01-31', '5.00'),
      valuation(2, '2026-01-31', '2.00'),
    ])
    expect(days.map(({ day, preferred }) => [day, preferred])).toEqual([
      ['2026-01-31', '5.00'],
      ['2026-02-28', '3.00'],
    ])
  })
})

describe('holdings', () => {
  test('are valued between their first and latest day', () => {
    const valued = (as_of: string | null) => ({ as_of }) as UnitHolding
    expect(getValuationDateRange([valued('2026-10-31'), valued(null), valued('2026-09-30')])).toEqual([
      '2026-09-30',
      '2026-10-31',
    ])
    expect(getValuationDateRange([valued('2026-10-31')])).toEqual(['2026-10-31', '2026-10-31'])
    expect(getValuationDateRange([valued(null)])).toBeUndefined()
  })

  test('say what part of the cash has paid for units, and that pending payments are not deducted from it', () => {
    const of = (state: string, amount: string) => ({ state, amount }) as Subscription
    expect(listReservedCash([of('funded', '1200.00'), of('allotted', '9.00')])).toEqual([
      { figure: 'funded', amount: '1200.00', text: 'is reserved for units awaiting allotment.' },
    ])
    expect(
      listReservedCash([of('approved', '5000.00'), of('approved', '0.10'), of('submitted', '9.00')]),
    ).toMatchObject([{ figure: 'payable', amount: '5000.10' }])
    expect(listReservedCash([of('submitted', '9.00'), of('withdrawn', '9.00')])).toEqual([])
  })

  test('have their shares rounded to hundredths individually, whatever they sum to', () => {
    expect([0.75, 100, 0, 19.928, null].map(formatShareOrDash)).toEqual([
      '0.75%',
      '100.00%',
      '0.00%',
      '19.93%',
      '–',
    ])
  })

  test('add up to the total gains together with gains not from units held', () => {
    const of = (cost: string, value: string | null, gain: string | null) =>
      ({ cost, value, gain }) as UnitHolding
    const held = { holdings: [of('0.10', '0.30', '0.20'), of('20.00', '19.10', '-0.90')] } as HoldingsResponse
    expect(sumHoldings(held, '391.59')).toEqual({
      cost: '20.10',
      value: '19.40',
      gain: '-0.70',
      otherGain: '392.29',
    })
    expect(sumHoldings(held, undefined).otherGain).toBeNull()
    const unvalued = { holdings: [...held.holdings, of('5.00', null, null)] } as HoldingsResponse
    expect(sumHoldings(unvalued, '1.00')).toEqual({ cost: '25.10', value: null, gain: null, otherGain: null })
  })

  test('leave a share to the cash', () => {
    const ofCash = (cash: string, total: string) =>
      formatShareOrDash(
        withCashShare({ cash, total, holdings: [] } as unknown as HoldingsResponse).cash_percent,
      )
    expect(ofCash('250.00', '1000.00')).toBe('25.00%')
    expect(ofCash('0.00', '0.00')).toBe('–')
  })

  test('have the open subscriptions of their series beside them', () => {
    const all = [
      { id: 1, symbol: '$HALL', state: 'approved' },
      { id: 2, symbol: '$HALL', state: 'allotted' },
      { id: 3, symbol: '$MONZ', state: 'submitted' },
    ] as Subscription[]
    expect(listOpenSubscriptions('$HALL', all).map(({ id }) => id)).toEqual([1])
  })
})

test.each([
  ['issue', '5.000000', 'Allotted'],
  ['transfer', '5.000000', 'Transferred in'],
  ['transfer', '-5.000000', 'Transferred out'],
  ['redemption', '-5.000000', 'Redeemed'],
  ['correction', '-5.000000', 'Correction'],
] as const)('an entry of type %s over %s units reads %s', (type, units, name) => {
  expect(getRegisterEntryLabel({ type, units })).toBe(name)
})
