import { expect, test } from 'vitest'
import { nameAction, nameField, nameRecord, nameValue } from './words.ts'

test.each([
  ['verification.accept_item', 'Verification: accept item'],
  ['user.disable', 'Investor: disable'],
  ['canned_reply.update', 'Canned reply: update'],
  ['stone-4a2', 'Stone 4a2'],
])('the action %s is %s', (action, words) => {
  expect(nameAction(action)).toBe(words)
})

test('records, fields and values have words', () => {
  expect(nameRecord('admin')).toBe('Administrator')
  expect(nameRecord('login_record')).toBe('Login record')
  expect(nameField('is_active')).toBe('active')
  expect(nameField('payment.has_account')).toBe('payment account')
  expect(nameField('items.source_of_funds')).toBe('source of funds')
  expect(nameValue('no_match', 'screening_hit')).toBe('is another person')
  expect(nameValue('in_review')).toBe('in review')
  expect(nameValue('2026-11-27T09:30:00.000Z')).toMatch(/2026, 09:30 UTC$/)
  expect([nameValue('true'), nameValue('false'), nameValue('none')]).toEqual(['yes', 'no', 'none'])
})
