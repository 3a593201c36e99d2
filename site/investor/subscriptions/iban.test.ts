import { expect, test } from 'vitest'
import { ibanIn } from './iban.ts'

test.each([
  ['Illustrative, not a real account: IBAN ZZ00 0000 0000 0000', 'ZZ00 0000 0000 0000'],
  ['Bank of Somewhere\nIBAN: CH9300762011623852957\nBIC ABCDCHZZ', 'CH9300762011623852957'],
  ['IBAN CH93 0076 2011 6238 5295 7, client account', 'CH93 0076 2011 6238 5295 7'],
  ['IBAN LU28 0019 4006 4475 0000\nBIC BCEELULL', 'LU28 0019 4006 4475 0000'],
  ['IBAN LU28 0019 4006 4475 0000 BIC BCEELULL', 'LU28 0019 4006 4475 0000'],
  ['IBAN ZZ00 0000 0000 0000 BANK OF NOWHERE', 'ZZ00 0000 0000 0000'],
  ['IBAN MT84 MALT 0110 0001 2345 MTLC AST0 01S, Valletta', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S'],
  ['Account 12-3456 at the Bank of Somewhere', undefined],
])('of %o is %o', (account, iban) => {
  expect(ibanIn(account)).toBe(iban)
})
