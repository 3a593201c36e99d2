import { describe, expect, test } from 'vitest'
import { formatApprovalTimeLeft, getApprovalActionLabel, listFieldChanges } from './approval-labels.ts'

describe('a change in words', () => {
  test('shows amounts, days and states in words, with changed fields first', () => {
    const before = {
      id: 7,
      user_id: 3,
      type: 'deposit',
      amount: '100.00',
      transaction_date: '2026-03-02T00:00:00.000Z',
    }
    const after = { ...before, amount: '25000.00' }
    expect(listFieldChanges({ before, after }, [])).toEqual([
      { name: 'amount', label: 'Amount', before: '$100.00', after: '$25,000.00', differs: true },
      { name: 'type', label: 'Type', before: 'Deposit', after: 'Deposit', differs: false },
      {
        name: 'transaction_date',
        label: 'Date',
        before: 'March 2, 2026',
        after: 'March 2, 2026',
        differs: false,
      },
    ])
  })

  test.each(['held_back_total', 'minimum', 'maximum'])('shows %s as an amount', (name) => {
    expect(listFieldChanges({ before: null, after: { [name]: '791.66' } }, [])).toMatchObject([
      { after: '$791.66' },
    ])
  })

  test('shows the amount before the fee, and changed fields before both', () => {
    const row = { fee: '0.00', notes: 'a', amount: '5.00' }
    const names = listFieldChanges({ before: row, after: { ...row, notes: 'b' } }, []).map(({ name }) => name)
    expect(names).toEqual(['notes', 'amount', 'fee'])
  })

  test('has one side if a row is new or deleted, and omits fields that are empty on both sides', () => {
    const row = { amount: '5.00', description: '' }
    expect(listFieldChanges({ before: null, after: row }, [])).toMatchObject([
      { before: undefined, after: '$5.00' },
    ])
    expect(listFieldChanges({ before: row, after: null }, [])).toMatchObject([
      { before: '$5.00', after: undefined },
    ])
  })

  test.each([
    [
      'changed',
      { amount: '1.00' },
      { amount: '5.00', issued_statements: { from: '2026-09', through: '2026-10' } },
    ],
    ['deleted', { amount: '1.00', issued_statements: { from: '2026-09', through: '2026-10' } }, null],
  ])('lists the statements already issued for a row that is %s', (_, before, after) => {
    expect(listFieldChanges({ before, after }, [])).toContainEqual({
      name: 'issued_statements',
      label: 'Statements already issued',
      before: undefined,
      after: 'From: 2026-09\nThrough: 2026-10',
      differs: true,
    })
  })

  test('shows the number of names on a watchlist, and its file', () => {
    const after = { filename: 'eu.csv', entries: 4, sha256: 'ab' }
    expect(listFieldChanges({ before: null, after }, [])).toMatchObject([
      { label: 'File', after: 'eu.csv' },
      { label: 'Names', after: '4' },
    ])
  })

  test('names the holders of a movement', () => {
    const entries = [
      { account: 'holder', user_id: 3, units: '-4.000000' },
      { account: 'unissued', user_id: null, units: '4.000000' },
    ]
    const [field] = listFieldChanges({ before: null, after: { entries } }, [
      { id: 3, name: 'Ada Reyes', is_active: true, is_verified: true, by_hand: false, screening: 'clear' },
    ])
    expect(field?.after?.split('\n')).toEqual(['Ada Reyes: -4.000000', 'Unissued: +4.000000'])
  })
})

describe('the figures of a portfolio in words', () => {
  const derived = {
    total_value: '588720322.51',
    total_invested: '500000000.00',
    total_gains: '88720322.51',
    performance: 17.7441,
    active_investments: 3,
  }
  const entered = {
    is_recorded: true,
    total_value: '588000000.00',
    total_invested: '500000000.00',
    total_gains: '88000000.00',
    performance: 17.6,
    active_investments: 3,
    pending_investments: 'none',
  }
  const seen = (before: unknown, after: unknown) =>
    listFieldChanges({ before, after }, []).map(({ label, before, after }) => [label, before, after])
  const toEntered = [
    ['Total value', '$588,720,322.51', '$588,000,000.00'],
    ['Total gains', '$88,720,322.51', '$88,000,000.00'],
    ['Performance', '17.7441%', '17.6%'],
    ['Figures', 'Calculated', 'Manually entered'],
    ['Total invested', '$500,000,000.00', '$500,000,000.00'],
    ['Active investments', '3', '3'],
  ]
  const toDerived = toEntered.map(([label, before, after]) => [label, after, before])
  const stored = { ...entered, total_value: '588719939.39', is_recorded: false, derived }

  test('are the calculated ones that the investor sees until figures are entered, not older stored ones', () => {
    expect(seen(stored, entered)).toEqual(toEntered)
    expect(seen(null, { ...entered, derived })).toEqual(toEntered)
  })

  test('are the calculated ones once those are shown again or the row is deleted', () => {
    expect(seen(entered, { ...entered, is_recorded: false, derived })).toEqual(toDerived)
    expect(seen({ ...entered, derived }, null)).toEqual(toDerived)
  })

  test('are not guessed if an older approval request does not include them', () => {
    const { performance: _, ...older } = derived
    expect(seen({ ...stored, derived: older }, entered)).toContainEqual([
      'Performance',
      'Not available',
      '17.6%',
    ])
  })
})

test('actions have names, including unknown ones', () => {
  expect(getApprovalActionLabel('transaction.delete')).toBe('Delete transaction')
  expect(getApprovalActionLabel('vault.open_door')).toBe('Open door vault')
})

test.each([
  ['2026-03-02T00:30:00Z', 'less than an hour'],
  ['2026-03-02T01:00:00Z', '1 hour'],
  ['2026-03-03T12:00:00Z', '36 hours'],
  ['2026-03-03T23:59:59Z', '2 days'],
  ['2026-03-08T10:00:00Z', '6 days'],
  ['2026-03-08T23:59:58Z', '7 days'],
])('%s is left as %s', (instant, words) => {
  expect(formatApprovalTimeLeft(instant, new Date('2026-03-02T00:00:00Z'))).toBe(words)
})
