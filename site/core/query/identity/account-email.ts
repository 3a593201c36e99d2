import { accounts } from '#contract/identity/accounts'
import { profile } from '#contract/identity/profile'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { investorSession } from '#core/session/session'

/** The investor's email and its pending change. The link may be opened on another device, which an event announces. */
export const { $view: $ownEmail, refresh: refreshOwnEmail } = createInvestorQuery(
  ['own-email'],
  () => callInvestor(accounts.readEmail),
  { refetchOn: ['account'] },
)

/** Updates the stored record of the signed-in investor; leaves it unchanged on failure. */
export async function refreshCurrentUser(): Promise<void> {
  if (investorSession.read() === null) return
  try {
    const { user } = await callInvestor(profile.get)
    // Omitted when the account is no longer being closed and the email is confirmed.
    investorSession.updateUser({ closes_at: null, must_confirm_email: false, ...user })
  } catch {}
}
