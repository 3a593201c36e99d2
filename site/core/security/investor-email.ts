import { accounts } from '#contract/identity/accounts'
import { callInvestor } from '#core/api/investor-api'
import { $ownEmail, refreshOwnEmail } from '#core/query/identity/account-email'
import { createEmailClient } from './email-client.ts'

/** The email of the signed-in investor. */
export const investorEmail = createEmailClient(callInvestor, accounts, {
  $view: $ownEmail,
  refresh: refreshOwnEmail,
})
