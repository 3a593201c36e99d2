import { expect, test } from 'vitest'
import { listDeletionConsequences } from './deletion-impact.ts'

const nothing = {
  user_id: 1,
  total_value: '0.00',
  total_invested: '0.00',
  active_investments: 0,
  pending_investments: 'none',
  cash: '0.00',
  units: [],
  obstacle: null,
  deposited: '0.00',
  withdrawn: '0.00',
  pending_transactions: [],
  open_tickets: 0,
  has_money: false,
  was_verified: false,
}

test('returns no lines for a user who has nothing', () => {
  expect(listDeletionConsequences(nothing)).toEqual([])
})

test('names earlier records where nothing else shows why the deletion is confirmed by name', () => {
  const earlier = { ...nothing, has_money: true, open_tickets: 1 }
  expect(listDeletionConsequences(earlier)).toEqual(['Earlier transactions or units', '1 open ticket'])
})

test('lists value, cash, units, pending money, request and tickets', () => {
  expect(
    listDeletionConsequences({
      ...nothing,
      total_value: '26000.00',
      total_invested: '25000.00',
      active_investments: 1,
      pending_investments: '$WITGOLD',
      cash: '-1500.00',
      units: [{ symbol: '$WITGOLD', units: '1250.500000' }],
      deposited: '27000.00',
      withdrawn: '2000.00',
      pending_transactions: [
        { type: 'withdrawal', count: 2, amount: '750.00' },
        { type: 'interest', count: 1, amount: '3.50' },
      ],
      open_tickets: 2,
      has_money: true,
    }),
  ).toEqual([
    'A portfolio worth $26,000.00',
    '$25,000.00 invested',
    '-$1,500.00 in cash',
    '1,250.500000 units of $WITGOLD',
    '1 active investment',
    '$27,000.00 deposited, $2,000.00 withdrawn',
    '2 pending withdrawals of $750.00',
    '1 pending interest payment of $3.50',
    'A pending request for $WITGOLD',
    '2 open tickets',
  ])
})
