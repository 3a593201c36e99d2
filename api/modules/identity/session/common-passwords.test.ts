import { describe, expect, test } from 'vitest'
import { isStrongPassword } from '#contract/identity/password-rules'
import { findPasswordRejection } from './common-passwords.ts'

describe('a password is rejected', () => {
  test.each([
    'P@ssw0rd1',
    'Password1!',
    'PASSWORD123!',
    'Qwerty2024!',
    'Welcome1!',
    'Football#99',
    'L3tm31n!!',
  ])('when it is a common one in disguise: %s', async (password) => {
    expect(await findPasswordRejection(password, '')).toMatch(/^Password must be less common: /)
  })
})

test.each([
  ['L0defield2026!', 'ada@example.com'],
  ['Investor1!', 'ada@example.com'],
  ['Adm1n1strator!', 'ada@example.com'],
  ['Ada.Stone7!', 'ada.stone@example.com'],
])('is refused when it is a word of the site or of the account: %s', async (password, email) => {
  expect(await findPasswordRejection(password, email)).toMatch(/^Password must be different from/)
  expect(await findPasswordRejection(`${password} in quartz`, email)).toBeUndefined()
})

test('is accepted if it follows the advice of the rejection', async () => {
  const advice = await findPasswordRejection('Password1!', '')
  expect(advice).toMatch(/unrelated words with an uppercase letter, a number and a special character/)
  const advised = 'correct Horse battery 7 staple!'
  expect(isStrongPassword(advised)).toBe(true)
  expect(await findPasswordRejection(advised, '')).toBeUndefined()
})

test.each([
  'Aa1!aaaa',
  'Ore-body 47 deep',
  'Copper-Vein-7788',
  'Quartz-vein-42!',
  'Xq#7302914',
  'Ünïque-Straße-9',
])('accepts a password that is not common: %s', async (password) => {
  expect(await findPasswordRejection(password, 'ada@example.com')).toBeUndefined()
})
