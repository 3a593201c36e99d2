import { expect, test } from 'vitest'
import { describeStored } from './stored.ts'

const empty = {
  id: 1,
  user_id: 2,
  total_value: '0.00',
  total_invested: '0.00',
  total_gains: '0.00',
  active_investments: 0,
  pending_investments: 'none',
  performance: 0,
  is_recorded: false,
  created_at: '2026-03-02T00:00:00.000Z',
  updated_at: '2026-03-02T00:00:00.000Z',
}

test.each([
  ['A request is stored', { pending_investments: '$MONZ' }],
  ['Earlier figures are stored', { total_gains: '-5.00' }],
  ['A request and earlier figures are stored', { pending_investments: '$MONZ', total_value: '10.00' }],
  ['No request and no earlier figures are stored', {}],
])('%s', (words, stored) => {
  expect(describeStored({ ...empty, ...stored })).toBe(words)
})
