/** URLs of the records behind a figure, and the names of their sources. */

import { toSeriesCode } from '#shared/series-code'

export const getHoldingPath = (symbol: string): string => `/access/holdings/${toSeriesCode(symbol)}`

/** Its register entries, on the page of the holding. */
export const getRegisterEntriesPath = (symbol: string): string => `${getHoldingPath(symbol)}#entries`

/** On the page of the holding: a series that is no longer listed has no page of its own. */
export const getValuationsPath = (symbol: string): string => `${getHoldingPath(symbol)}#valuations`

export const getTransactionListPath = (type: string, status = 'completed'): string =>
  `/access/transactions?type=${type}&status=${status}`

export const links = {
  investments: '/access/dashboard?tab=investments',
  ledger: '/access/transactions',
  deposits: getTransactionListPath('deposit'),
  withdrawals: getTransactionListPath('withdrawal'),
  interest: getTransactionListPath('interest'),
  fees: getTransactionListPath('fee'),
} as const

export const sources = {
  ledger: { label: 'Completed transactions', link: links.ledger },
  entered: { label: 'Entered by the investment team', link: null },
  register: (symbol: string) => ({
    label: `Register of holders of ${symbol}`,
    link: getRegisterEntriesPath(symbol),
  }),
  valuation: (symbol: string) => ({ label: `Valuations of ${symbol}`, link: getValuationsPath(symbol) }),
}
