import type { ResponseOf } from '#contract/endpoint'
import { type HoldingsResponse, holdings } from '#contract/holdings/holdings'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { memoizeByKey } from '#core/query/memoize-by-key'

// Movements, valuations, documents and booked transactions announce `portfolio` to the holders concerned. `series` is
// not used because anyone's subscription announces it, and these responses differ for each investor.
const changedBy = ['portfolio'] as const

/** Adds the cash share in percent; null if there is no total. */
export const withCashShare = (response: HoldingsResponse) => ({
  ...response,
  cash_percent: Number(response.total) > 0 ? (Number(response.cash) / Number(response.total)) * 100 : null,
})
export type Holdings = ReturnType<typeof withCashShare>

/** The investor's units and cash balance. */
export const { $view: $holdings, refresh: refreshHoldings } = createInvestorQuery(
  ['holdings'],
  async () => withCashShare(await callInvestor(holdings.list)),
  { refetchOn: changedBy },
)

export type HoldingDetails = ResponseOf<typeof holdings.get>

/** One holding with its entries, by series code. */
export const getHoldingStore = memoizeByKey((code: string) =>
  createInvestorQuery(['holding', code], () => callInvestor(holdings.get, { params: { symbol: code } }), {
    // Whether the series is still offered depends on its token.
    refetchOn: [...changedBy, 'tokens'],
  }),
)
