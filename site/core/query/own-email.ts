import { accounts } from '#contract/accounts'
import { profile } from '#contract/profile'
import { callInvestor } from '#core/api/investor-api'
import { investorSession } from '#core/session/session'
import { createInvestorQuery } from './investor-query.ts'

/** The email of the investor and the change that waits; its link may be followed on another device, which an event tells. */
export const { $view: $ownEmail, refresh: refreshOwnEmail } = createInvestorQuery(
  ['own-email'],
  () => callInvestor(accounts.readEmail),
  { changedBy: ['account'] },
)

/** Brings the stored record of the signed-in investor up to date; leaves it where that fails. */
export async function refreshOwnUser(): Promise<void> {
  if (investorSession.read() === null) return
  try {
    const { user } = await callInvestor(profile.read)
    // Left out when the account is no longer being closed, and when the email is confirmed.
    investorSession.updateUser({ closes_at: null, must_confirm_email: false, ...user })
  } catch {}
}
