import { describe, expect, test } from 'vitest'
import { isRefused } from './refused-passwords.ts'

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
  'Aa1!aaaa',
  'Ore-body 47 deep',
  'Copper-Vein-7788',
  'Quartz-vein-42!',
  'Xq#7302914',
  'Ünïque-Straße-9',
])('takes one that is not: %s', async (password) => {
  expect(await isRefused(password)).toBe(false)
})
