import { expect, test } from 'vitest'
import { ibanIn } from './iban.ts'

test.each([
  ['Illustrative, not a real account: IBAN ZZ00 0000 0000 0000', 'ZZ00 0000 0000 0000'],
  ['Bank of Somewhere\nIBAN: CH9300762011623852957\nBIC ABCDCHZZ', 'CH9300762011623852957'],
  ['IBAN CH93 0076 2011 6238 5295 7, client account', 'CH93 0076 2011 6238 5295 7'],
  ['Account 12-3456 at the Bank of Somewhere', undefined],
])('of %o is %o', (account, iban) => {
  expect(ibanIn(account)).toBe(iban)
})
