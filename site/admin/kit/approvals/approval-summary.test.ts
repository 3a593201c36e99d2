import { expect, test } from 'vitest'
import { formatApprovalAmount } from './approval-summary.ts'

const deposit = { type: 'deposit', amount: '50000.00', fee: '0.00', currency: 'USD', status: 'completed' }

test.each([
  ['a new transaction', null, deposit, 'Deposit, $50,000.00'],
  ['one that is deleted', deposit, null, 'Deposit, $50,000.00'],
  ['another amount', { ...deposit, amount: '99.00' }, deposit, 'Deposit, from $99.00 to $50,000.00'],
  [
    'another status of the same amount',
    deposit,
    { ...deposit, status: 'cancelled' },
    'Deposit, $50,000.00, from Completed to Cancelled',
  ],
  ['another type', { ...deposit, type: 'withdrawal' }, deposit, 'from Withdrawal to Deposit, $50,000.00'],
  ['one with a fee', null, { ...deposit, fee: '15000.00' }, 'Deposit, $50,000.00, fee $15,000.00'],
  [
    'an activity',
    { type: 'other', net_growth: '5.00', balance: '10.00' },
    { type: 'other', net_growth: '5.00', balance: '99000.00' },
    'net growth $5.00, from balance $10.00 to balance $99,000.00',
  ],
  [
    'a movement',
    null,
    { type: 'transfer', entries: [{ units: '-4.000000' }, { units: '4.000000' }] },
    'Transfer, 4.000000 units',
  ],
  [
    'a distribution',
    null,
    { total: '12000.00', amount_per_unit: '0.125000' },
    '$12,000.00, $0.125000 per unit',
  ],
  [
    'a valuation',
    null,
    { low: '9.00', preferred: '9.90', current_value: '10.00', value_change: '-1.00%' },
    'unit value from $10.00 to $9.90 (-1.00%)',
  ],
  ['the first valuation', null, { preferred: '9.90' }, 'first unit value $9.90'],
  [
    'figures of a portfolio',
    { total_value: '10.00' },
    { total_value: '20000.00' },
    'from value $10.00 to value $20,000.00',
  ],
  [
    'a portfolio that goes back to derived figures',
    { total_value: '9000.00', is_recorded: true },
    { total_value: '9000.00', is_recorded: false, derived: { total_value: '102403.53' } },
    'from value $9,000.00 to value $102,403.53',
  ],
  [
    'figures in place of derived ones, whatever older ones are stored',
    { total_value: '8000.00', is_recorded: false, derived: { total_value: '102403.53' } },
    { total_value: '9000.00', is_recorded: true },
    'from value $102,403.53 to value $9,000.00',
  ],
  [
    'a new portfolio in place of derived figures',
    null,
    { total_value: '9000.00', is_recorded: true, derived: { total_value: '102403.53' } },
    'from value $102,403.53 to value $9,000.00',
  ],
  ['an administrator', null, { username: 'vera', roles: ['operator', 'support'] }, 'vera: operator, support'],
  [
    'a screening list',
    { filename: 'old.csv', entries: 1 },
    { filename: 'eu.csv', entries: 4 },
    'from 1 name to 4 names, eu.csv',
  ],
  [
    'a screening list whose names were compared',
    { filename: 'old.csv', entries: 4 },
    { filename: 'eu.csv', entries: 4, names_added: 1200, names_removed: 1200 },
    '4 names, 1,200 added, 1,200 removed, eu.csv',
  ],
  [
    'a request for a token',
    { pending_investments: '$WITGOLD', total_value: '500.00' },
    { pending_investments: 'none', total_value: '500.00', token: '$WITGOLD' },
    '$WITGOLD',
  ],
  ['a verification', { is_verified: false }, { is_verified: true }, ''],
  ['a text where a figure is meant', null, { amount: 'much' }, ''],
])('%s has its size in words', (_, before, after, words) => {
  expect(formatApprovalAmount({ before, after })).toBe(words)
})
