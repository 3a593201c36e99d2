/** Addresses of the records behind a figure, and the names of what keeps them. */

import { codeOf } from '#shared/series-code'

export const holdingLink = (symbol: string): string => `/access/holdings/${codeOf(symbol)}`

/** What was entered for it in the register, on the page of the holding. */
export const entriesLink = (symbol: string): string => `${holdingLink(symbol)}#entries`

/** On the page of the holding: a series that is not listed any more has no page of its own. */
export const valuationsLink = (symbol: string): string => `${holdingLink(symbol)}#valuations`

export const listOf = (type: string, status = 'completed'): string =>
  `/access/transactions?type=${type}&status=${status}`

export const links = {
  investments: '/access/dashboard?tab=investments',
  ledger: '/access/transactions',
  deposits: listOf('deposit'),
  withdrawals: listOf('withdrawal'),
  interest: listOf('interest'),
  fees: listOf('fee'),
} as const

export const sources = {
  ledger: { label: 'Ledger: completed transactions', link: links.ledger },
  entered: { label: 'Entered by the investment team', link: null },
  register: (symbol: string) => ({ label: `Register of holders of ${symbol}`, link: entriesLink(symbol) }),
  valuation: (symbol: string) => ({ label: `Valuations of ${symbol}`, link: valuationsLink(symbol) }),
}
