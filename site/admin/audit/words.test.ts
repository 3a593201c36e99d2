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
  expect([nameValue('true'), nameValue('false'), nameValue('none')]).toEqual(['yes', 'no', 'none'])
})
