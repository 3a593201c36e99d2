/**
 * The email of an account, of an investor or an administrator: confirming it and changing it. A change takes place when
 * the new mailbox confirms it. The present one can stop it before, and dispute it for some days after, see
 * `objection.ts`.
 */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import { FORGOT_PASSWORD_PAGE } from '#contract/account-links'
import type { ChangeEmailBody, ConfirmEmailBody, EmailState } from '#contract/accounts'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { admins, users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { circumstancesOf } from '#modules/account-activity/circumstances'
import { checkNames } from '#modules/administrators/names'
import { recordAudit } from '#modules/audit/service'
import { lockAccount as lockCaller, readAccount } from '#modules/factors/account'
import { type AddressedLetter, queueLetters } from '#modules/mail/letters'
import { isMailConfigured } from '#modules/mail/outbox'
import { verifyPasswordLimited } from '#modules/session/attempts'
import {
  confirmChangeLetter,
  emailChangeAskedLetter,
  emailChangedLetter,
  emailTakenLetter,
} from '#shared/mail/account-letters'
import { mayBeMailed } from './confirmation.ts'
import { describeAccount } from './described-account.ts'
import { type LockedAccount, lockAccount, type Visit } from './forgotten-password.ts'
import {
  badLink,
  countInHour,
  endLinks,
  findLink,
  findPendingChange,
  isAccountOf,
  type LinkOwner,
  type LinkRow,
  linkOwnerOf,
  makeLink,
  pageUrl,
  spendLink,
} from './links.ts'
import { lockVerified, type OwnCall, verifyOwnPassword } from './own-password.ts'
import { withFreeEmail } from './taking-back.ts'

/** Requests of one account within an hour; nobody's mailbox is flooded through us. */
const CHANGES_AN_HOUR = 5

const isEqual = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The email of the caller and the change that waits. Throws `session_expired` when the account was deleted. */
export async function readEmail(caller: Caller): Promise<EmailState> {
  const { email } = await readAccount(caller)
  const [user] =
    caller.role === 'investor'
      ? await database()
          .select({ email_confirmed: users.email_confirmed })
          .from(users)
          .where(eq(users.id, caller.id))
      : []
  const pending = await findPendingChange(linkOwnerOf(caller))
  return {
    email,
    email_confirmed: user?.email_confirmed ?? true,
    pending: pending ? { email: pending.email, expires_at: pending.expires_at.toISOString() } : null,
    mail_configured: isMailConfigured(),
  }
}

/** Another account of the same kind with this email: its owner, and the name in a greeting. */
async function findOwner(
  email: string,
  own: LinkOwner,
): Promise<{ owner: LinkOwner; email: string; name: string } | undefined> {
  const lowered = email.toLowerCase()
  if ('userId' in own) {
    const isOther = and(isNull(users.deleted_at), ne(users.id, own.userId))
    const [row] = await database()
      .select()
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, lowered), isOther))
    return row && { owner: { userId: row.id }, email: row.email, name: row.first_name }
  }
  const isOther = and(isNull(admins.deleted_at), ne(admins.id, own.adminId))
  const [row] = await database()
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.email})`, lowered), isOther))
  return row && { owner: { adminId: row.id }, email: row.email, name: row.username }
}

/** Notes a step of a change: in the activity of an investor, in the audit log for an administrator. */
async function record(
  owner: LinkOwner,
  visit: Visit,
  { detail, action, email }: { detail: string; action: string; email: { before: string; after: string } },
): Promise<void> {
  if ('userId' in owner) {
    await recordAccountEvent(owner.userId, visit, { kind: 'email_changed', detail })
    return
  }
  const { address, requestId } = visit
  await recordAudit(
    { adminId: owner.adminId, address, requestId },
    {
      action,
      entity: 'admin',
      entityId: owner.adminId,
      before: { email: email.before },
      after: { email: email.after },
    },
  )
}

/**
 * Mails a link to the new email, in place of an earlier change, and another one to the present email, which stops the
 * change. Where another account has the new email, its owner is told instead, and everything else is the same: the
 * caller learns nothing about that account. An address that was sent many such mails today gets none, with the same
 * response. Throws `validation`, a wrong current password included, `locked`, and
 * `rate_limited`.
 */
export async function changeEmail(
  call: OwnCall,
  { email, current_password }: ChangeEmailBody,
): Promise<void> {
  const checked = await verifyOwnPassword(call, current_password)
  if (isEqual(email, checked.email)) throw invalidField('/email', 'This is your email address already')
  await inTransaction(async () => {
    const account = await lockVerified(checked)
    const owner = linkOwnerOf(account)
    if ((await countInHour(owner, 'change')) >= CHANGES_AN_HOUR) {
      throw new Problem(
        'rate_limited',
        'Your email address was changed often just now. Please try again later.',
        { retryAfter: 3600 },
      )
    }
    await endLinks(owner, 'change')
    const isMailed = await mayBeMailed('change', email)
    const link = await makeLink('change', owner, email)
    const done = await circumstancesOf(call)
    const event = { what: `A change of your email address to ${email} was requested`, ...done }
    const undo = await makeLink('undo', owner, account.email, { event })
    const other = await findOwner(email, owner)
    const toNewMailbox: AddressedLetter = other
      ? {
          owner: other.owner,
          kind: 'email_taken',
          recipient: other.email,
          letter: emailTakenLetter({ name: other.name, url: pageUrl(FORGOT_PASSWORD_PAGE) }),
        }
      : {
          owner,
          kind: 'confirm_change',
          recipient: email,
          letter: confirmChangeLetter({
            account: describeAccount({ name: account.displayName, email: account.email }),
            ...link,
          }),
          expiresAt: link.expiresAt,
        }
    await queueLetters([
      {
        owner,
        kind: 'email_change_asked',
        recipient: account.email,
        letter: emailChangeAskedLetter({ name: account.displayName, email, ...undo, ...done }),
        expiresAt: undo.expiresAt,
      },
      ...(isMailed ? [toNewMailbox] : []),
    ])
    await record(owner, call, {
      detail: `Asked for: ${email}`,
      action: 'admin.request_email',
      email: { before: account.email, after: email },
    })
  })
}

/** Cancels the change that waits. Throws `not_found` without one. */
export function cancelEmailChange({ caller, ...call }: OwnCall): Promise<void> {
  const owner = linkOwnerOf(caller)
  return inTransaction(async () => {
    await lockCaller(caller)
    const pending = await findPendingChange(owner)
    await endLinks(owner, 'change')
    if (!pending) throw new Problem('not_found', 'No change of your email address waits to be confirmed.')
    const { email } = await readAccount(caller)
    await record(owner, call, {
      detail: `Cancelled: ${pending.email}`,
      action: 'admin.cancel_email',
      email: { before: pending.email, after: email },
    })
  })
}

/**
 * That the mailbox of an address was shown. `isProven` says whether the account was too: if not, somebody else may have
 * made it for this address, or asked for the change.
 */
const confirmed = (isProven: boolean) => ({
  email_confirmed: true,
  mailbox_confirmed_at: isProven ? null : sql`now()`,
})

async function storeEmail(owner: LinkOwner, email: string, isProven: boolean): Promise<void> {
  if ('userId' in owner) {
    await database()
      .update(users)
      .set({ email, ...confirmed(isProven) })
      .where(eq(users.id, owner.userId))
  } else {
    await database().update(admins).set({ email }).where(eq(admins.id, owner.adminId))
  }
}

/** Uses the link of a change. */
async function confirmChange(link: LinkRow, isProven: boolean, visit: Visit): Promise<void> {
  // All administrators are locked first, by id.
  if (link.admin_id !== null) await checkNames(link.admin_id, { email: link.email })
  const account = await lockAccount(link, { mayHaveMoved: true })
  await spendLink(link)
  await putIntoUse(account, { email: link.email, isProven }, visit)
}

/** Puts another email into use and tells the former one, which can dispute it. */
async function putIntoUse(
  { owner, email: former, name }: LockedAccount,
  { email, isProven }: { email: string; isProven: boolean },
  visit: Visit,
): Promise<void> {
  for (const kind of ['reset', 'confirm'] as const) await endLinks(owner, kind)
  const done = await circumstancesOf(visit)
  const event = { what: `Your email address was changed to ${email}`, ...done }
  const undo = await makeLink('undo', owner, former, { event })
  await storeEmail(owner, email, isProven)
  await queueLetters([
    {
      owner,
      kind: 'email_changed',
      recipient: former,
      letter: emailChangedLetter({ name, email, ...undo, ...done }),
      expiresAt: undo.expiresAt,
    },
  ])
  await record(owner, visit, {
    detail: `To ${email}`,
    action: 'admin.change_email',
    email: { before: former, after: email },
  })
}

/** Confirms the email of a new account. */
async function confirmOwn(link: LinkRow, isProven: boolean): Promise<void> {
  const user = link.user_id === null ? undefined : await lockLiveUser(link.user_id, 'no key update')
  if (!user) throw badLink('outdated')
  await spendLink(link)
  if (!isEqual(user.email, link.email)) throw badLink('outdated')
  for (const kind of ['confirm', 'change'] as const) await endLinks({ userId: user.id }, kind)
  await database().update(users).set(confirmed(isProven)).where(eq(users.id, user.id))
}

/**
 * Whether whoever follows a link has its account too: by an access token or the password. Throws `validation` at
 * `/password` for a wrong one, counted by the lockout, and `locked`.
 */
async function provesAccount(
  link: LinkRow,
  {
    password,
    caller,
    address,
  }: { password: string | undefined; caller: Caller | undefined; address: string },
): Promise<boolean> {
  if (isAccountOf(link, caller)) return true
  if (password === undefined) return false
  const { user_id, admin_id } = link
  const account = await readAccount(
    user_id !== null ? { role: 'investor', id: user_id } : { role: 'admin', id: admin_id ?? 0 },
  )
  const attempt = { role: account.role, name: account.name, address }
  if (await verifyPasswordLimited(attempt, password, account.password_hash)) return true
  throw invalidField('/password', 'The password is not right')
}

/**
 * Confirms the email of a new account, or puts a changed one into use. Throws `validation` at `/token` for a link that
 * cannot be used, and at `/password` for a wrong one, `locked`, and `conflict` when another account has taken the email
 * in the meantime.
 */
export async function confirmEmail(
  { token, password }: ConfirmEmailBody,
  caller: Caller | undefined,
  visit: Visit,
): Promise<void> {
  const link = await findLink(token, ['confirm', 'change'])
  const isProven = await provesAccount(link, { password, caller, address: visit.address })
  await withFreeEmail(() =>
    link.kind === 'confirm' ? confirmOwn(link, isProven) : confirmChange(link, isProven, visit),
  )
}
