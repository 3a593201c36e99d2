import type { ResponseOf } from '#contract/endpoint'
import { type HoldingsResponse, holdings } from '#contract/holdings'
import { callInvestor } from '#core/api/investor-api'
import { roundShares } from '#core/format/shares'
import { byKey } from './by-key.ts'
import { createInvestorQuery } from './investor-query.ts'

// Movements, valuations, documents and booked transactions announce `portfolio` to the holders they concern. Not by `series`: each
// subscription of anybody announces it, and these responses are different for each investor.
const changedBy = ['portfolio'] as const

/** The shares as they are shown: in tenths of a percent that sum to 100 with that of the cash. */
export function inTenths(response: HoldingsResponse) {
  const { holdings: held, cash, total } = response
  const ofCash = Number(total) > 0 ? (Number(cash) / Number(total)) * 100 : null
  const shares = roundShares([...held.map(({ share_percent }) => share_percent ?? 0), ofCash ?? 0])
  return {
    ...response,
    holdings: held.map((one, at) => ({
      ...one,
      share_percent: one.share_percent === null ? null : (shares[at] ?? one.share_percent),
    })),
    /** Of the cash; null without a total. */
    cash_percent: ofCash === null ? null : (shares.at(-1) ?? ofCash),
  }
}
export type Holdings = ReturnType<typeof inTenths>

/** The units that the investor holds, and the cash beside them. */
export const { $view: $holdings, refresh: refreshHoldings } = createInvestorQuery(
  ['holdings'],
  async () => inTenths(await callInvestor(holdings.list)),
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
