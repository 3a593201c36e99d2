import type { ResponseOf } from '#contract/endpoint'
import { type HoldingsResponse, holdings } from '#contract/holdings'
import { callInvestor } from '#core/api/investor-api'
import { byKey } from './by-key.ts'
import { createInvestorQuery } from './investor-query.ts'

// Movements, valuations, documents and booked transactions announce `portfolio` to the holders they concern. Not by `series`: each
// subscription of anybody announces it, and these responses are different for each investor.
const changedBy = ['portfolio'] as const

/** Adds the share of the cash, in percent; null without a total. */
export const withCashShare = (response: HoldingsResponse) => ({
  ...response,
  cash_percent: Number(response.total) > 0 ? (Number(response.cash) / Number(response.total)) * 100 : null,
})
export type Holdings = ReturnType<typeof withCashShare>

/** The units that the investor holds, and the cash beside them. */
export const { $view: $holdings, refresh: refreshHoldings } = createInvestorQuery(
  ['holdings'],
  async () => withCashShare(await callInvestor(holdings.list)),
  { changedBy },
)

export type HoldingDetails = ResponseOf<typeof holdings.read>

/** One holding with its entries, by the code of its series. */
export const holdingOf = byKey((code: string) =>
  createInvestorQuery(['holding', code], () => callInvestor(holdings.read, { params: { symbol: code } }), {
    // Whether the series is still offered is a matter of its token.
    changedBy: [...changedBy, 'tokens'],
  }),
)
