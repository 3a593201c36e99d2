import { type accounts, adminAccount } from '#contract/accounts'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { createEmailClient } from './email-client.ts'

const calls = adminAccount as unknown as typeof accounts

/** The email of the signed-in administrator: the same calls at other paths. */
export const administratorEmail = createEmailClient(
  callAdmin,
  calls,
  createAdminQuery(['own-email'], () => callAdmin(calls.readEmail), { revalidateOnFocus: true }),
)
