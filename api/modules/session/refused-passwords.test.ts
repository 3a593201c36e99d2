import { describe, expect, test } from 'vitest'
import { isOfContext, isRefused } from './refused-passwords.ts'

describe('a password is refused', () => {
  test.each([
    'P@ssw0rd1',
    'Password1!',
    'PASSWORD123!',
    'Qwerty2024!',
    'Welcome1!',
    'Adm1n1strator!',
    'Football#99',
    'L3tm31n!!',
  ])('when it is a common one in disguise: %s', async (password) => {
    expect(await isRefused(password)).toBe(true)
  })
})

test.each([
  ['L0defield2026!', 'ada@example.com'],
  ['Investor1!', 'ada@example.com'],
  ['Ada.Stone7!', 'ada.stone@example.com'],
])('is refused when it is a word of the site or of the account: %s', (password, email) => {
  expect(isOfContext(password, email)).toBe(true)
  expect(isOfContext(`${password} in quartz`, email)).toBe(false)
})

test.each([
  'Aa1!aaaa',
  'Ore-body 47 deep',
  'Copper-Vein-7788',
  'Quartz-vein-42!',
  'Xq#7302914',
  'Ünïque-Straße-9',
])('takes one that is not: %s', async (password) => {
  expect(await isRefused(password)).toBe(false)
})
