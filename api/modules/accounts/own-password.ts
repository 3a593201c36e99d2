/** Changes of the password by its owner. */
import { and, eq, sql } from 'drizzle-orm'
import type { ChangePasswordBody } from '#contract/accounts'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { queueLetters } from '#modules/mail/letters'
import { verifyPasswordLimited } from '#modules/session/attempts'
import { hashPassword, withHashSlot } from '#modules/session/passwords'
import { checkNewPassword } from '#modules/session/service'
import { type Client, keepSession, syncRevokedUsers } from '#modules/session/session-store'
import { passwordChanged } from './forgotten-password.ts'
import { endLinks } from './links.ts'

/** The session in which an investor calls. */
export interface OwnCall extends Client {
  userId: number
  sessionId: string
}

const notCurrent = () => invalidField('/current_password', 'The current password is not right')

/**
 * The investor, whose current password was checked and counted by the lockout. Throws `validation` at
 * `/current_password`, and `locked`.
 */
export async function verifyOwnPassword({ userId, address }: OwnCall, password: string) {
  const [user] = await database()
    .select()
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.deleted_at} is null`))
  if (!user) throw new Problem('not_found', 'The account of this session no longer exists.')
  const attempt = { role: 'investor' as const, name: user.email, address }
  if (!(await verifyPasswordLimited(attempt, password, user.password_hash))) throw notCurrent()
  return user
}

/** The investor, locked, if the password is still the one that was checked. Throws `validation` otherwise. */
export async function lockVerified(checked: typeof users.$inferSelect) {
  const user = await lockLiveUser(checked.id, 'no key update')
  if (!user || user.password_hash !== checked.password_hash) throw notCurrent()
  return user
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
  const password_hash = await withHashSlot({ address: call.address }, () => hashPassword(body.new_password))
  await inTransaction(async () => {
    const user = await lockVerified(checked)
    await endLinks({ userId: user.id }, 'reset')
    await keepSession(call.sessionId)
    await database().update(users).set({ password_hash }).where(eq(users.id, user.id))
    await syncRevokedUsers([user.id])
    await recordAccountEvent(user.id, call, { kind: 'password_changed' })
    await queueLetters([passwordChanged({ email: user.email, name: user.first_name })])
  })
}
