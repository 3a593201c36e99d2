/** The password of an account, checked and changed by its owner, an investor or an administrator. */
import type { Caller } from '#common/access-token'
import type { ChangePasswordBody } from '#contract/identity/accounts'
import { invalidFieldProblem } from '#contract/problem'
import { inTransaction } from '#db/connection'
import {
  type AccountSecurity,
  getAccount,
  lockAccount,
} from '#modules/identity/second-factors/factor-account'
import { assertNewPassword } from '#modules/identity/session/investor-session'
import { hashPassword, withHashSlot } from '#modules/identity/session/passwords'
import { type Client, keepCurrentSession } from '#modules/identity/session/session-store'
import { verifyPasswordWithLockout } from '#modules/identity/session/sign-in-attempts'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { revokeLinks, toLinkOwner } from './email-links.ts'
import { buildPasswordChangedEmail, updatePassword } from './password-reset.ts'

/** A call by the owner of an account about that account. */
export interface AccountRequest extends Client {
  caller: Caller
  requestId: string
}

const notCurrent = () => invalidFieldProblem('/current_password', 'Current password is incorrect')

/**
 * The account, after checking the current password, whose failures count towards the lockout. Throws
 * `validation` at `/current_password`, and `locked`.
 */
export async function verifyCurrentPassword(
  { caller, address }: AccountRequest,
  password: string,
): Promise<AccountSecurity> {
  const account = await getAccount(caller)
  const attempt = { role: account.role, name: account.name, address }
  if (!(await verifyPasswordWithLockout(attempt, password, account.password_hash))) throw notCurrent()
  return account
}

/** The account, locked, if the password is still the one that was checked. Otherwise throws `validation`. */
export async function lockVerifiedAccount(checked: AccountSecurity): Promise<AccountSecurity> {
  await lockAccount(checked)
  const account = await getAccount(checked)
  if (account.password_hash !== checked.password_hash) throw notCurrent()
  return account
}

/**
 * Changes the password, ends all other sessions and all reset links, and notifies the owner by email. Throws
 * `validation` (also for a wrong current password) and `locked`.
 */
export async function changePassword(call: AccountRequest, body: ChangePasswordBody): Promise<void> {
  const checked = await verifyCurrentPassword(call, body.current_password)
  await assertNewPassword(body.new_password, checked.email, '/new_password')
  if (body.new_password === body.current_password) {
    throw invalidFieldProblem('/new_password', 'Password must be different from the current one')
  }
  const hash = await withHashSlot({ address: call.address }, () => hashPassword(body.new_password))
  await inTransaction(async () => {
    const account = await lockVerifiedAccount(checked)
    const owner = toLinkOwner(account)
    await revokeLinks(owner, 'reset')
    await keepCurrentSession(call.caller.sessionId)
    await updatePassword(owner, hash, { ...call, action: 'admin.change_password' })
    await queueEmails([
      await buildPasswordChangedEmail({ owner, email: account.email, name: account.displayName }, call),
    ])
  })
}
