import { describe, expect, test } from 'vitest'
import { findIban, parseAccount } from './payment-account.ts'

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
  expect(findIban(account)).toBe(iban)
})

describe('the issuer’s account', () => {
  test.each([
    [
      'Beneficiary: Lodefield Client Account Ltd\nBank: Bank of Somewhere, Zurich\nIBAN CH93 0076 2011 6238 5295 7\nBIC: ABCDCHZZ80A',
      [
        ['Beneficiary', 'Lodefield Client Account Ltd'],
        ['Bank', 'Bank of Somewhere, Zurich'],
        ['IBAN', 'CH93 0076 2011 6238 5295 7'],
        ['BIC', 'ABCDCHZZ80A'],
      ],
      '',
    ],
    [
      'IBAN LU28 0019 4006 4475 0000 BIC BCEELULL',
      [
        ['IBAN', 'LU28 0019 4006 4475 0000'],
        ['BIC', 'BCEELULL'],
      ],
      '',
    ],
    [
      'Account holder: Ada Ltd; SWIFT code: ABCDUS33\nRouting number (ABA) 021000021\nAccount no. 12-3456 78',
      [
        ['Beneficiary', 'Ada Ltd'],
        ['BIC', 'ABCDUS33'],
        ['Routing number', '021000021'],
        ['Account number', '12-3456 78'],
      ],
      '',
    ],
    [
      'Illustrative, not a real account: client account of the issuer, IBAN ZZ00 0000 0000 0000',
      [['IBAN', 'ZZ00 0000 0000 0000']],
      'Illustrative, not a real account: client account of the issuer',
    ],
    [
      'Bank of Somewhere\nIBAN: CH9300762011623852957\nFor further credit to the series',
      [['IBAN', 'CH9300762011623852957']],
      'Bank of Somewhere\nFor further credit to the series',
    ],
    ['Account 12-3456 at the Bank of Somewhere', [], 'Account 12-3456 at the Bank of Somewhere'],
    ['Bank: \nBIC to follow', [], 'Bank:\nBIC to follow'],
  ])('of %o is split into the fields of a bank’s form', (account, parts, rest) => {
    expect(parseAccount(account)).toEqual({ parts: parts.map(([name, value]) => ({ name, value })), rest })
  })

  test('loses nothing that is written twice', () => {
    const { parts, rest } = parseAccount('IBAN ZZ00 0000 0000 0000\nIBAN CH9300762011623852957')
    expect(parts).toEqual([{ name: 'IBAN', value: 'ZZ00 0000 0000 0000' }])
    expect(rest).toBe('IBAN CH9300762011623852957')
  })
})
