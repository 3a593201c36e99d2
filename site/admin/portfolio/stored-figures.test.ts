import { expect, test } from 'vitest'
import { describeStoredFigures } from './stored-figures.ts'

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
  ['Pending request on file', { pending_investments: '$MONZ' }],
  ['Earlier figures on file', { total_gains: '-5.00' }],
  ['Pending request and earlier figures on file', { pending_investments: '$MONZ', total_value: '10.00' }],
  ['No request or earlier figures on file', {}],
])('%s', (words, stored) => {
  expect(describeStoredFigures({ ...empty, ...stored })).toBe(words)
})
