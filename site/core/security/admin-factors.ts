import { adminFactors, type factors } from '#contract/identity/factors'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { adminSession } from '#core/session/admin-session'
import { createFactorClient } from './factor-client.ts'

/** The signed-in administrator's second factors: the same calls at other paths. */
export const administratorFactors = createFactorClient(
  callAdminApi,
  adminFactors as unknown as typeof factors,
  (key, fetcher) => createAdminQuery(key, fetcher, { revalidateOnFocus: true }),
  adminSession,
)
