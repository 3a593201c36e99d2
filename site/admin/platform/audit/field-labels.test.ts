import { expect, test } from 'vitest'
import { formatValue, getActionLabel, getFieldLabel, getRecordTypeLabel } from './field-labels.ts'

test.each([
  ['verification.accept_item', 'Verification: accept item'],
  ['user.disable', 'Investor: disable'],
  ['canned_reply.update', 'Canned reply: update'],
  ['stone-4a2', 'Stone 4a2'],
])('the action %s is %s', (action, words) => {
  expect(getActionLabel(action)).toBe(words)
})

test('records, fields and values have words', () => {
  expect(getRecordTypeLabel('admin')).toBe('Administrator')
  expect(getRecordTypeLabel('login_record')).toBe('Login record')
  expect(getFieldLabel('is_active')).toBe('active')
  expect(getFieldLabel('payment.has_account')).toBe('payment account')
  expect(getFieldLabel('items.source_of_funds')).toBe('source of funds')
  expect(formatValue('no_match', 'screening_hit')).toBe('cleared')
  expect(formatValue('in_review')).toBe('in review')
  expect(formatValue('2026-11-27T09:30:00.000Z')).toMatch(/2026, 09:30 UTC$/)
  expect([formatValue('true'), formatValue('false'), formatValue('none')]).toEqual(['yes', 'no', 'none'])
})
