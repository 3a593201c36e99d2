import { adminFactors, type factors } from '#contract/factors'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { adminSession } from '#core/session/admin-session'
import { createFactorClient } from './factor-client.ts'

/** The second factors of the signed-in administrator: the same calls at other paths. */
export const administratorFactors = createFactorClient(
  callAdmin,
  adminFactors as unknown as typeof factors,
  (key, fetcher) => createAdminQuery(key, fetcher, { revalidateOnFocus: true }),
  adminSession,
)
