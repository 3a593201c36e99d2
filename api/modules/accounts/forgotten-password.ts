/** Forgotten passwords, of investors and of administrators. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { partOf } from '#common/process-state'
import { FORGOT_PASSWORD_PAGE } from '#contract/account-links'
import type { ResetPasswordBody } from '#contract/accounts'
import { invalidField } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { admins, users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { circumstancesOf } from '#modules/account-activity/circumstances'
import { removeExport } from '#modules/account-data/export'
import { recordAudit } from '#modules/audit/service'
import { removeFactorsSince } from '#modules/factors/service'
import { queueLetters } from '#modules/mail/letters'
import { clearFailures } from '#modules/session/lockout'
import { hashPassword, verifyPassword, withHashSlot } from '#modules/session/passwords'
import { checkNewPassword } from '#modules/session/service'
import { type Client, syncRevokedAdmin, syncRevokedUsers } from '#modules/session/session-store'
import { passwordChangedLetter, resetPasswordLetter } from '#shared/mail/account-letters'
import {
  badLink,
  countOpen,
  endLinks,
  findLink,
  type LinkOwner,
  type LinkRow,
  makeLink,
  pageUrl,
  spendLink,
} from './links.ts'
import { formerHash, recordRemovals } from './taking-back.ts'

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

/** Locks the account of a person. False when it was deleted or disabled since it was found, or has another email. */
async function isStill({ owner, email }: Person): Promise<boolean> {
  if ('userId' in owner) {
    const user = await lockLiveUser(owner.userId, 'no key update')
    return user?.is_active === true && user.email === email
  }
  const [admin] = await database()
    .select()
    .from(admins)
    .where(and(eq(admins.id, owner.adminId), eq(admins.email, email), admins.is_active))
    .for('no key update')
  return admin !== undefined
}

/** Mails a link for a new password, in the surrounding transaction. */
async function mailReset({ owner, email, name }: Person): Promise<void> {
  const link = await makeLink('reset', owner, email)
  await queueLetters([
    {
      owner,
      kind: 'reset_password',
      recipient: email,
      letter: resetPasswordLetter({ name, ...link }),
      expiresAt: link.expiresAt,
    },
  ])
}

/**
 * Mails a link for a new password, if there is an active account with this email. The work is done after the response,
 * whose time thus says nothing. With the administrators' path it is an administrator's; throws `not_found` for a wrong
 * one, and `admin_network`.
 */
export function forgetPassword(email: string, path: string | null, address: string): void {
  if (path !== null) partOf('adminAccess').check(path, address)
  const { later, openResets } = partOf('accounts')
  later(async () => {
    const person = await (path === null ? findInvestor(email) : findAdministrator(email))
    if (!person) return
    await inTransaction(async () => {
      if (!(await isStill(person))) return
      if ((await countOpen(person.owner, 'reset')) < openResets) await mailReset(person)
    })
  })
}

/** The account of a link, locked until the transaction ends. */
export interface LockedAccount extends Person {
  /** The name under which failed sign-ins are counted. */
  signInName: string
  /** Whether its owner has shown before to have both the mailbox and the account. */
  isConfirmed: boolean
}

/** The account of a link, locked; its email must still be the one that the link was sent to, unless `mayHaveMoved`. */
export async function lockAccount(
  { user_id, admin_id, email }: LinkRow,
  { mayHaveMoved = false } = {},
): Promise<LockedAccount> {
  const isSame = (row: { email: string }) => mayHaveMoved || row.email.toLowerCase() === email.toLowerCase()
  if (user_id !== null) {
    const row = await lockLiveUser(user_id, 'no key update')
    if (!row?.is_active || !isSame(row)) throw badLink('outdated')
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
  if (!row?.is_active || !isSame(row)) throw badLink('outdated')
  return {
    owner: { adminId: row.id },
    email: row.email,
    name: row.username,
    signInName: row.username,
    isConfirmed: true,
  }
}

/** The client that follows a link. */
export interface Visit extends Client {
  requestId: string
}

interface Change extends Visit {
  /** Noted in the activity of an investor. */
  detail?: string
  /** Noted in the audit log, of an administrator. */
  action: 'admin.reset_password' | 'admin.change_password'
}

/**
 * Stores a password in the surrounding transaction, ends the sessions, and notes it. A change of email that somebody
 * else may have asked for ends with them, and so does a file with all data of the account.
 */
export async function storePassword(
  owner: LinkOwner,
  password_hash: string,
  { detail, action, ...visit }: Change,
): Promise<void> {
  await endLinks(owner, 'change')
  if ('userId' in owner) {
    await removeExport(owner.userId)
    await database().update(users).set({ password_hash }).where(eq(users.id, owner.userId))
    await syncRevokedUsers([owner.userId])
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
 * Confirms the email of an account by a link that its owner has followed. Somebody else may have registered the address:
 * factors from before would keep its owner out, or let somebody else in. Returns their names.
 */
async function proveMailbox({ userId }: { userId: number }, visit: Visit): Promise<string[]> {
  await database()
    .update(users)
    .set({ email_confirmed: true, mailbox_confirmed_at: null })
    .where(eq(users.id, userId))
  await endLinks({ userId }, 'confirm')
  const removed = await removeFactorsSince({ role: 'investor', id: userId }, new Date(0))
  await recordRemovals(userId, visit, removed)
  return removed
}

/** Throws `validation` for the password that the account of a link has, or had until its owner took it back. */
async function checkIsAnother({ user_id, admin_id }: LinkRow, password: string): Promise<void> {
  const [row] = await (user_id !== null
    ? database().select({ hash: users.password_hash }).from(users).where(eq(users.id, user_id))
    : database()
        .select({ hash: admins.password_hash })
        .from(admins)
        .where(eq(admins.id, admin_id ?? 0)))
  const former = formerHash(row?.hash ?? '')
  if (former === '' || !(await verifyPassword(password, former))) return
  throw invalidField('/password', 'Password must be different from the one before')
}

/**
 * Sets a new password with a link, ends all sessions and other reset links, opens a locked account, and tells the owner
 * by mail. Throws `validation`: at `/token` for a link that cannot be used, at `/password` for a password that is not
 * allowed or is that of before, which leaves the link good.
 */
export async function resetPassword({ token, password }: ResetPasswordBody, visit: Visit): Promise<void> {
  const link = await findLink(token, ['reset'])
  await checkNewPassword(password, link.email)
  const hash = await withHashSlot({ address: visit.address }, async () => {
    await checkIsAnother(link, password)
    return hashPassword(password)
  })
  const account = await inTransaction(async () => {
    const locked = await lockAccount(link)
    await spendLink(link)
    await endLinks(locked.owner, 'reset')
    // The mailbox of the account has chosen a password: former ones no longer dispute what it did.
    for (const kind of ['undo', 'not_me'] as const)
      await endLinks(locked.owner, kind, { except: locked.email })
    const isFirstProof = 'userId' in locked.owner && !locked.isConfirmed
    const removed = isFirstProof ? await proveMailbox(locked.owner as { userId: number }, visit) : []
    await queueLetters([await passwordChanged(locked, visit, removed)])
    await storePassword(locked.owner, hash, {
      ...visit,
      detail: 'With a link in a mail',
      action: 'admin.reset_password',
    })
    return locked
  })
  await clearFailures('userId' in account.owner ? 'investor' : 'admin', account.signInName)
}

/** The mail after a password was changed. */
export const passwordChanged = async (
  { owner, email, name }: Person,
  client: Client,
  removed: readonly string[] = [],
) => ({
  owner,
  kind: 'password_changed',
  recipient: email,
  letter: passwordChangedLetter({
    name,
    url: pageUrl(FORGOT_PASSWORD_PAGE),
    removed,
    ...(await circumstancesOf(client)),
  }),
})
