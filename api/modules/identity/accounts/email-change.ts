/**
 * Confirms and changes the email of an investor's or administrator's account. A change takes effect when the
 * new mailbox confirms it. The current mailbox can stop it before, and dispute it for some days afterwards,
 * see `report-or-dispute.ts`.
 */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { AccountEmail, ChangeEmailBody, ConfirmEmailBody } from '#contract/identity/accounts'
import { FORGOT_PASSWORD_PAGE } from '#contract/identity/email-links'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { admins, users } from '#db/schema/identity/accounts'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'
import { getClientContext } from '#modules/identity/account-activity/client-context'
import { assertNamesAvailable } from '#modules/identity/administrators/administrator-usernames'
import { getAccount, lockAccount as lockCaller } from '#modules/identity/second-factors/factor-account'
import { verifyPasswordWithLockout } from '#modules/identity/session/sign-in-attempts'
import { isEmailConfigured, readdressEmails } from '#modules/messaging/email/outbox'
import { type AddressedEmail, queueEmails } from '#modules/messaging/email/queue-emails'
import { recordAudit } from '#modules/platform/audit/audit-log'
import {
  confirmEmailChangeEmail,
  emailChangedEmail,
  emailChangeRequestedEmail,
  emailInUseEmail,
} from '#shared/email/account-emails'
import { withUniqueEmail } from './account-recovery.ts'
import { describeAccount } from './describe-account.ts'
import { canBeEmailed } from './email-confirmation.ts'
import {
  countLinksInLastHour,
  createLink,
  findLink,
  findPendingEmailChange,
  invalidLinkProblem,
  isAccountOf,
  type LinkOwner,
  type LinkRow,
  revokeLinks,
  spendLink,
  toLinkOwner,
  toPageUrl,
} from './email-links.ts'
import { type AccountRequest, lockVerifiedAccount, verifyCurrentPassword } from './password-change.ts'
import { type LinkClient, type LockedAccount, lockAccount } from './password-reset.ts'

/** Requests per account within an hour, so that no one can flood a mailbox. */
const CHANGES_AN_HOUR = 5

const isEqual = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The caller's email and pending change. Throws `session_expired` if the account was deleted. */
export async function getAccountEmail(caller: Caller): Promise<AccountEmail> {
  const { email } = await getAccount(caller)
  const [user] =
    caller.role === 'investor'
      ? await database()
          .select({ email_confirmed: users.email_confirmed })
          .from(users)
          .where(eq(users.id, caller.id))
      : []
  const pending = await findPendingEmailChange(toLinkOwner(caller))
  return {
    email,
    email_confirmed: user?.email_confirmed ?? true,
    pending: pending ? { email: pending.email, expires_at: pending.expires_at.toISOString() } : null,
    mail_configured: isEmailConfigured(),
  }
}

/** Another account of the same kind with this email: its owner, and the name for a greeting. */
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

/** Records a step of a change: in the activity of an investor, in the audit log for an administrator. */
async function record(
  owner: LinkOwner,
  visit: LinkClient,
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
 * Emails a link to the new address, replacing an earlier change, and another link to the current address,
 * which stops the change. If another account has the new address, its owner is notified instead and
 * everything else stays the same: the caller learns nothing about that account. An address that has reached
 * its daily limit gets no email, with the same response. Throws `validation` (also for a wrong current
 * password), `locked` and `rate_limited`.
 */
export async function requestEmailChange(
  call: AccountRequest,
  { email, current_password }: ChangeEmailBody,
): Promise<void> {
  const checked = await verifyCurrentPassword(call, current_password)
  if (isEqual(email, checked.email)) throw invalidFieldProblem('/email', 'This is already your email address')
  await inTransaction(async () => {
    const account = await lockVerifiedAccount(checked)
    const owner = toLinkOwner(account)
    if ((await countLinksInLastHour(owner, 'change')) >= CHANGES_AN_HOUR) {
      throw new Problem('rate_limited', 'Too many email change requests. Please try again later.', {
        retryAfter: 3600,
      })
    }
    await revokeLinks(owner, 'change')
    const isMailed = await canBeEmailed('change', email)
    const link = await createLink('change', owner, email)
    const done = await getClientContext(call)
    const event = { what: `Change of your email address to ${email} requested`, ...done }
    const undo = await createLink('undo', owner, account.email, { event })
    const other = await findOwner(email, owner)
    const toNewMailbox: AddressedEmail = other
      ? {
          owner: other.owner,
          kind: 'email_taken',
          recipient: other.email,
          letter: emailInUseEmail({ name: other.name, url: toPageUrl(FORGOT_PASSWORD_PAGE) }),
        }
      : {
          owner,
          kind: 'confirm_change',
          recipient: email,
          letter: confirmEmailChangeEmail({
            account: describeAccount({ name: account.displayName, email: account.email }),
            ...link,
          }),
          expiresAt: link.expiresAt,
        }
    await queueEmails([
      {
        owner,
        kind: 'email_change_asked',
        recipient: account.email,
        letter: emailChangeRequestedEmail({ name: account.displayName, email, ...undo, ...done }),
        expiresAt: undo.expiresAt,
      },
      ...(isMailed ? [toNewMailbox] : []),
    ])
    await record(owner, call, {
      detail: `Requested: ${email}`,
      action: 'admin.request_email',
      email: { before: account.email, after: email },
    })
  })
}

/** Cancels the pending change. Throws `not_found` if there is none. */
export function cancelEmailChange({ caller, ...call }: AccountRequest): Promise<void> {
  const owner = toLinkOwner(caller)
  return inTransaction(async () => {
    await lockCaller(caller)
    const pending = await findPendingEmailChange(owner)
    await revokeLinks(owner, 'change')
    if (!pending) throw new Problem('not_found', 'There is no pending email change.')
    const { email } = await getAccount(caller)
    await record(owner, call, {
      detail: `Cancelled: ${pending.email}`,
      action: 'admin.cancel_email',
      email: { before: pending.email, after: email },
    })
  })
}

/**
 * Records that the mailbox of an address was proven. `isProven` says whether the account was too: if not,
 * someone else may have registered it with this address, or requested the change.
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

async function confirmChange(link: LinkRow, isProven: boolean, visit: LinkClient): Promise<void> {
  // All administrators are locked first, by id.
  if (link.admin_id !== null) await assertNamesAvailable(link.admin_id, { email: link.email })
  const account = await lockAccount(link, { mayHaveMoved: true })
  await spendLink(link)
  await putIntoUse(account, { email: link.email, isProven }, visit)
}

/** Puts the new email into use and notifies the former one, which can dispute it. */
async function putIntoUse(
  { owner, email: former, name }: LockedAccount,
  { email, isProven }: { email: string; isProven: boolean },
  visit: LinkClient,
): Promise<void> {
  for (const kind of ['reset', 'confirm'] as const) await revokeLinks(owner, kind)
  const done = await getClientContext(visit)
  const event = { what: `Email address changed to ${email}`, ...done }
  const undo = await createLink('undo', owner, former, { event })
  await storeEmail(owner, email, isProven)
  await readdressEmails(owner, { former, present: email })
  await queueEmails([
    {
      owner,
      kind: 'email_changed',
      recipient: former,
      letter: emailChangedEmail({ name, email, ...undo, ...done }),
      expiresAt: undo.expiresAt,
    },
  ])
  await record(owner, visit, {
    detail: `To ${email}`,
    action: 'admin.change_email',
    email: { before: former, after: email },
  })
}

async function confirmOwn(link: LinkRow, isProven: boolean): Promise<void> {
  const user = link.user_id === null ? undefined : await lockActiveAccount(link.user_id, 'no key update')
  if (!user) throw invalidLinkProblem('outdated')
  await spendLink(link)
  if (!isEqual(user.email, link.email)) throw invalidLinkProblem('outdated')
  for (const kind of ['confirm', 'change'] as const) await revokeLinks({ userId: user.id }, kind)
  await database().update(users).set(confirmed(isProven)).where(eq(users.id, user.id))
}

/**
 * Whether the person who follows a link also has its account, by an access token or the password. Throws
 * `validation` at `/password` for a wrong one, which counts towards the lockout, and `locked`.
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
  const account = await getAccount(
    user_id !== null ? { role: 'investor', id: user_id } : { role: 'admin', id: admin_id ?? 0 },
  )
  const attempt = { role: account.role, name: account.name, address }
  if (await verifyPasswordWithLockout(attempt, password, account.password_hash)) return true
  throw invalidFieldProblem('/password', 'Incorrect password')
}

/**
 * Confirms the email of a new account, or puts a changed one into use. Throws `validation` at `/token` for an
 * unusable link and at `/password` for a wrong password, `locked`, and `conflict` if another account has
 * since taken the email.
 */
export async function confirmEmail(
  { token, password }: ConfirmEmailBody,
  caller: Caller | undefined,
  visit: LinkClient,
): Promise<void> {
  const link = await findLink(token, ['confirm', 'change'])
  const isProven = await provesAccount(link, { password, caller, address: visit.address })
  await withUniqueEmail(() =>
    link.kind === 'confirm' ? confirmOwn(link, isProven) : confirmChange(link, isProven, visit),
  )
}
