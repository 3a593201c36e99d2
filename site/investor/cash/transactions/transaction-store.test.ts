import { describe, expect, it } from 'vitest'
import type { Transaction } from '#contract/cash/transactions'
import { formatAmount, formatFee, getAmountTone, removeSign } from '#core/format/transactions'
import { getDefaultQuery, parseListQuery, serializeListQuery } from '#core/list/url-state'
import { listYears, validateDayRange } from './day-range.ts'
import { historyRules } from './transaction-store.ts'

const read = (query: string) => parseListQuery(historyRules, new URLSearchParams(query))
const write = (query: ReturnType<typeof read>) =>
  serializeListQuery(historyRules, query, new URLSearchParams()).toString()
const usual = getDefaultQuery(historyRules)

describe('the calendar years of a statement', () => {
  const now = new Date('2026-11-23T06:00:00Z')
  const years = (since: string | undefined) => listYears(now, since).map(({ year }) => year)

  it('begin with the account, three at most, and the current one ends today', () => {
    expect(years('2025-11-25T10:00:00Z')).toEqual([2026, 2025])
    expect(years('2019-01-01T00:00:00Z')).toEqual([2026, 2025, 2024])
    expect(years(undefined)).toEqual([2026])
    expect(listYears(now, '2025-11-25T10:00:00Z').map(({ days }) => days)).toEqual([
      { from: '2026-01-01', to: '2026-11-23' },
      { from: '2025-01-01', to: '2025-12-31' },
    ])
  })
})

describe('the filters in the URL', () => {
  it('are read back unchanged', () => {
    const address = 'search=wire&type=fee&status=failed&from=2026-01-01&to=2026-02-01&limit=50&offset=100'
    expect(read(address)).toMatchObject({
      page: 3,
      limit: 50,
      search: 'wire',
      filters: { type: 'fee', status: 'failed', from: '2026-01-01', to: '2026-02-01' },
    })
    expect(write(read(address))).toBe(address)
  })

  it('leave out default values', () => {
    expect(write(usual)).toBe('')
    expect(read('')).toMatchObject({ page: 1, limit: 20, filters: { type: '', status: '' } })
  })

  it.each([
    'type=gift',
    'status=lost',
    'limit=15',
    'limit=1e1',
    'offset=-20',
    'offset=1.5',
    'offset=many',
    'offset=99999999999',
  ])('ignore %s', (query) => {
    expect(read(query)).toEqual(usual)
  })

  it('give the page that contains a row which no page starts with', () => {
    expect(read('offset=47')).toMatchObject({ page: 3, limit: 20 })
    expect(write(read('offset=47'))).toBe('offset=40')
  })
})

const row = (change: Partial<Transaction>): Transaction => ({
  id: 1,
  type: 'deposit',
  description: '',
  amount: '1250.00',
  fee: '0.00',
  currency: 'USD',
  status: 'completed',
  transaction_date: '2026-03-19T00:00:00.000Z',
  ...change,
})

describe('a row', () => {
  it.each([
    ['deposit', '+$1,250.00'],
    ['interest', '+$1,250.00'],
    ['transfer', '+$1,250.00'],
    ['withdrawal', '-$1,250.00'],
    ['fee', '-$1,250.00'],
  ] as const)('of type %s reads %s', (type, text) => {
    expect(formatAmount(row({ type }))).toBe(text)
  })

  it('has its own currency and an exact amount', () => {
    expect(formatAmount(row({ amount: '999999999999.99', currency: 'EUR' }))).toBe('+€999,999,999,999.99')
  })

  it('shows its fee only when there is one', () => {
    expect(formatFee(row({}))).toBeUndefined()
    expect(formatFee(row({ fee: '25.00' }))).toBe('$25.00')
  })
})

it('shows total fees without a sign', () => {
  expect(removeSign('-40.00')).toBe('40.00')
  expect(removeSign('40.00')).toBe('40.00')
})

it('rejects an export range that ends before it begins', () => {
  expect(validateDayRange({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
    field: 'to',
    text: 'The end date must be on or after the start date',
  })
  expect(validateDayRange({ from: '2026-03-01', to: '2026-03-01' })).toBeUndefined()
  expect(validateDayRange({ from: '2026-03-02', to: '' })).toBeUndefined()
})

it('rejects a statement range that ends or begins after its last day', () => {
  const text = 'The date cannot be after today (UTC)'
  expect(validateDayRange({ from: '', to: '2026-03-02' }, '2026-03-01')).toEqual({ field: 'to', text })
  expect(validateDayRange({ from: '2026-03-02', to: '' }, '2026-03-01')).toEqual({ field: 'from', text })
  expect(validateDayRange({ from: '2026-03-01', to: '2026-03-01' }, '2026-03-01')).toBeUndefined()
})

describe('the color of an amount', () => {
  it.each([
    ['deposit', 'completed', 'text-gain'],
    ['interest', 'completed', 'text-gain'],
    ['withdrawal', 'completed', 'text-loss'],
    ['fee', 'completed', 'text-loss'],
    ['transfer', 'completed', ''],
    ['deposit', 'pending', 'text-ink-3'],
    ['deposit', 'failed', 'text-ink-3'],
    ['withdrawal', 'cancelled', 'text-ink-3'],
    ['transfer', 'failed', 'text-ink-3'],
  ] as const)('of a %s that is %s is "%s"', (type, status, tone) => {
    expect(getAmountTone({ type, status })).toBe(tone)
  })
})
