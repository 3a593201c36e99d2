import { type accounts, adminAccount } from '#contract/identity/accounts'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { createEmailClient } from './email-client.ts'

const calls = adminAccount as unknown as typeof accounts

/** The signed-in administrator's email: the same calls at other paths. */
export const administratorEmail = createEmailClient(
  callAdminApi,
  calls,
  createAdminQuery(['own-email'], () => callAdminApi(calls.readEmail), { revalidateOnFocus: true }),
)
