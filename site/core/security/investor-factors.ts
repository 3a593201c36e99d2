import { factors } from '#contract/identity/factors'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { investorSession } from '#core/session/session'
import { createFactorClient } from './factor-client.ts'

/** The second factors of the signed-in investor. */
export const investorFactors = createFactorClient(
  callInvestor,
  factors,
  (key, fetcher) => createInvestorQuery(key, fetcher, { refetchOn: ['account'] }),
  investorSession,
)
