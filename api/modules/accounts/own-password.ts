/** The password of an account, checked and changed by its owner: an investor or an administrator. */
import type { Caller } from '#common/access-token'
import type { ChangePasswordBody } from '#contract/accounts'
import { invalidField } from '#contract/problem'
import { inTransaction } from '#db/connection'
import { type AccountFacts, lockAccount, readAccount } from '#modules/factors/account'
import { queueLetters } from '#modules/mail/letters'
import { verifyPasswordLimited } from '#modules/session/attempts'
import { hashPassword, withHashSlot } from '#modules/session/passwords'
import { checkNewPassword } from '#modules/session/service'
import { type Client, keepSession } from '#modules/session/session-store'
import { passwordChanged, storePassword } from './forgotten-password.ts'
import { endLinks, linkOwnerOf } from './links.ts'

/** A call of an owner about the own account. */
export interface OwnCall extends Client {
  caller: Caller
  requestId: string
}

const notCurrent = () => invalidField('/current_password', 'The current password is not right')

/**
 * The account, whose current password was checked and counted by the lockout. Throws `validation` at
 * `/current_password`, and `locked`.
 */
export async function verifyOwnPassword(
  { caller, address }: OwnCall,
  password: string,
): Promise<AccountFacts> {
  const account = await readAccount(caller)
  const attempt = { role: account.role, name: account.name, address }
  if (!(await verifyPasswordLimited(attempt, password, account.password_hash))) throw notCurrent()
  return account
}

/** The account, locked, if the password is still the one that was checked. Throws `validation` otherwise. */
export async function lockVerified(checked: AccountFacts): Promise<AccountFacts> {
  await lockAccount(checked)
  const account = await readAccount(checked)
  if (account.password_hash !== checked.password_hash) throw notCurrent()
  return account
}

/**
 * Changes the password, ends all other sessions and all reset links, and tells the owner by mail. Throws `validation`,
 * a wrong current password included, and `locked`.
 */
export async function changePassword(call: OwnCall, body: ChangePasswordBody): Promise<void> {
  const checked = await verifyOwnPassword(call, body.current_password)
  await checkNewPassword(body.new_password, checked.email, '/new_password')
  if (body.new_password === body.current_password) {
    throw invalidField('/new_password', 'Password must be different from the current one')
  }
  const hash = await withHashSlot({ address: call.address }, () => hashPassword(body.new_password))
  await inTransaction(async () => {
    const account = await lockVerified(checked)
    const owner = linkOwnerOf(account)
    await endLinks(owner, 'reset')
    await keepSession(call.caller.sessionId)
    await storePassword(owner, hash, { ...call, action: 'admin.change_password' })
    await queueLetters([
      await passwordChanged({ owner, email: account.email, name: account.displayName }, call),
    ])
  })
}
