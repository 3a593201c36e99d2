/** Forgotten passwords, of investors and of administrators. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { getService } from '#common/service-container'
import type { ResetPasswordBody } from '#contract/identity/accounts'
import { FORGOT_PASSWORD_PAGE } from '#contract/identity/email-links'
import { invalidFieldProblem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { admins, users } from '#db/schema/identity/accounts'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'
import { getClientContext } from '#modules/identity/account-activity/client-context'
import { deleteFactorsSince } from '#modules/identity/second-factors/factor-service'
import { assertNewPassword } from '#modules/identity/session/investor-session'
import { clearFailures } from '#modules/identity/session/lockout'
import { hashPassword, verifyPassword, withHashSlot } from '#modules/identity/session/passwords'
import { type Client, syncRevokedAdmin, syncRevokedUsers } from '#modules/identity/session/session-store'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { passwordChangedEmail, resetPasswordEmail, type TakenBack } from '#shared/email/account-emails'
import { cancelPendingClosure, getPreviousPasswordHash, recordFactorRemovals } from './account-recovery.ts'
import { deleteExport } from './delete-data-export.ts'
import {
  countActiveLinks,
  createLink,
  findLink,
  invalidLinkProblem,
  type LinkOwner,
  type LinkRow,
  revokeLinks,
  spendLink,
  toPageUrl,
} from './email-links.ts'
import { notifySecurity } from './security-notice.ts'

interface Person {
  owner: LinkOwner
  email: string
  name: string
}

async function findInvestor(email: string): Promise<Person | undefined> {
  const [row] = await database()
    .select()
    .from(users)
    .where(
      and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deleted_at), users.is_active),
    )
  return row && { owner: { userId: row.id }, email: row.email, name: row.first_name }
}

async function findAdministrator(email: string): Promise<Person | undefined> {
  const [row] = await database()
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.email})`, email.toLowerCase()), admins.is_active))
  return row && { owner: { adminId: row.id }, email: row.email, name: row.username }
}

/** Locks a person's account. False if it has since been deleted or disabled, or has another email. */
async function isStill({ owner, email }: Person): Promise<boolean> {
  if ('userId' in owner) {
    const user = await lockActiveAccount(owner.userId, 'no key update')
    return user?.is_active === true && user.email === email
  }
  const [admin] = await database()
    .select()
    .from(admins)
    .where(and(eq(admins.id, owner.adminId), eq(admins.email, email), admins.is_active))
    .for('no key update')
  return admin !== undefined
}

/** Emails a link for a new password, in the surrounding transaction. */
async function mailReset({ owner, email, name }: Person): Promise<void> {
  const link = await createLink('reset', owner, email)
  await queueEmails([
    {
      owner,
      kind: 'reset_password',
      recipient: email,
      letter: resetPasswordEmail({ name, ...link }),
      expiresAt: link.expiresAt,
    },
  ])
}

/**
 * Emails a link for a new password if there is an active account with this email. The work runs after the
 * response, so that its duration reveals nothing. With the administrators' path, the account is an
 * administrator's; throws `not_found` for a wrong path, and `admin_network`.
 */
export function requestPasswordReset(email: string, path: string | null, address: string): void {
  if (path !== null) getService('adminAccess').check(path, address)
  const { later, openResets } = getService('accounts')
  later(async () => {
    const person = await (path === null ? findInvestor(email) : findAdministrator(email))
    if (!person) return
    await inTransaction(async () => {
      if (!(await isStill(person))) return
      if ((await countActiveLinks(person.owner, 'reset')) < openResets) await mailReset(person)
    })
  })
}

/** The account of a link, locked until the transaction ends. */
export interface LockedAccount extends Person {
  /** The name under which failed sign-ins are counted. */
  signInName: string
  /** Whether its owner has proven both the mailbox and the account before. */
  isConfirmed: boolean
}

/**
 * The account of a link, locked. Its email must still be the one the link was sent to, unless `mayHaveMoved`, and it must
 * be active, unless `mayBeInactive`.
 */
export async function lockAccount(
  { user_id, admin_id, email }: LinkRow,
  { mayHaveMoved = false, mayBeInactive = false } = {},
): Promise<LockedAccount> {
  const isUsable = (row: { email: string; is_active: boolean }) =>
    (mayHaveMoved || row.email.toLowerCase() === email.toLowerCase()) && (mayBeInactive || row.is_active)
  if (user_id !== null) {
    const row = await lockActiveAccount(user_id, 'no key update')
    if (!row || !isUsable(row)) throw invalidLinkProblem('outdated')
    return {
      owner: { userId: row.id },
      email: row.email,
      name: row.first_name,
      signInName: row.email,
      isConfirmed: row.email_confirmed && row.mailbox_confirmed_at === null,
    }
  }
  const [row] = await database()
    .select()
    .from(admins)
    .where(eq(admins.id, admin_id ?? 0))
    .for('no key update')
  if (!row || row.deleted_at || !isUsable(row)) throw invalidLinkProblem('outdated')
  return {
    owner: { adminId: row.id },
    email: row.email,
    name: row.username,
    signInName: row.username,
    isConfirmed: true,
  }
}

/** The client that follows a link. */
export interface LinkClient extends Client {
  requestId: string
}

interface Change extends LinkClient {
  /** Recorded in the activity of an investor. */
  detail?: string
  /** Recorded in the audit log for an administrator. */
  action: 'admin.reset_password' | 'admin.change_password'
}

/**
 * Stores a password in the surrounding transaction, ends the sessions, and records it. A pending change of
 * email and an export of the account's data also end, since someone else may have requested them.
 */
export async function updatePassword(
  owner: LinkOwner,
  password_hash: string,
  { detail, action, ...visit }: Change,
): Promise<void> {
  await revokeLinks(owner, 'change')
  if ('userId' in owner) {
    await deleteExport(owner.userId)
    await database().update(users).set({ password_hash }).where(eq(users.id, owner.userId))
    await syncRevokedUsers([owner.userId])
    await notifySecurity(owner.userId, 'Password changed', 'Your password was changed.')
    await recordAccountEvent(owner.userId, visit, {
      kind: 'password_changed',
      ...(detail !== undefined && { detail }),
    })
    return
  }
  await database()
    .update(admins)
    .set({ password_hash, must_change_password: false })
    .where(eq(admins.id, owner.adminId))
  await syncRevokedAdmin(owner.adminId)
  await recordAudit(
    { address: visit.address, requestId: visit.requestId, adminId: owner.adminId },
    { action, entity: 'admin', entityId: owner.adminId, changed: true },
  )
}

/**
 * Confirms the email of an account by a link that its owner has followed. Someone else may have registered
 * the address: earlier factors would keep the owner out, or let that person in. Returns the names of the
 * removed factors.
 */
async function proveMailbox({ userId }: { userId: number }, visit: LinkClient): Promise<string[]> {
  await database()
    .update(users)
    .set({ email_confirmed: true, mailbox_confirmed_at: null })
    .where(eq(users.id, userId))
  await revokeLinks({ userId }, 'confirm')
  const removed = await deleteFactorsSince({ role: 'investor', id: userId }, new Date(0))
  await recordFactorRemovals(userId, visit, removed)
  return removed
}

/**
 * Throws `validation` for the password that the account of a link has, or had until its owner reported
 * misuse.
 */
async function checkIsAnother({ user_id, admin_id }: LinkRow, password: string): Promise<void> {
  const [row] = await (user_id !== null
    ? database().select({ hash: users.password_hash }).from(users).where(eq(users.id, user_id))
    : database()
        .select({ hash: admins.password_hash })
        .from(admins)
        .where(eq(admins.id, admin_id ?? 0)))
  const former = getPreviousPasswordHash(row?.hash ?? '')
  if (former === '' || !(await verifyPassword(password, former))) return
  throw invalidFieldProblem('/password', 'Password must be different from your previous password')
}

/**
 * Sets a new password with a link, ends all sessions and other reset links, cancels a pending account closure, unlocks
 * the account, and notifies the owner by email. Throws `validation`: at `/token` for an unusable link, at `/password` for
 * a password that is not allowed or is the previous one, which leaves the link valid.
 */
export async function resetPassword(
  { token, password }: ResetPasswordBody,
  visit: LinkClient,
): Promise<void> {
  const link = await findLink(token, ['reset'])
  await assertNewPassword(password, link.email)
  const hash = await withHashSlot({ address: visit.address }, async () => {
    await checkIsAnother(link, password)
    return hashPassword(password)
  })
  const account = await inTransaction(async () => {
    const locked = await lockAccount(link)
    await spendLink(link)
    await revokeLinks(locked.owner, 'reset')
    // The current mailbox has chosen a password: former ones can no longer dispute that.
    for (const kind of ['undo', 'not_me'] as const)
      await revokeLinks(locked.owner, kind, { except: locked.email })
    const isFirstProof = 'userId' in locked.owner && !locked.isConfirmed
    const removed = isFirstProof ? await proveMailbox(locked.owner as { userId: number }, visit) : []
    const isKeptOpen = 'userId' in locked.owner && (await cancelPendingClosure(locked.owner.userId))
    await queueEmails([await buildPasswordChangedEmail(locked, visit, { removed, isKeptOpen })])
    await updatePassword(locked.owner, hash, {
      ...visit,
      detail: 'Using an emailed link',
      action: 'admin.reset_password',
    })
    return locked
  })
  await clearFailures('userId' in account.owner ? 'investor' : 'admin', account.signInName)
}

/** The email sent after a password change. */
export const buildPasswordChangedEmail = async (
  { owner, email, name }: Person,
  client: Client,
  reversed?: TakenBack,
) => ({
  owner,
  kind: 'password_changed',
  recipient: email,
  letter: passwordChangedEmail({
    name,
    url: toPageUrl(FORGOT_PASSWORD_PAGE),
    ...reversed,
    ...(await getClientContext(client)),
  }),
})
