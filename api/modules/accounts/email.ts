/** The email of an investor: confirming it, changing it, and taking a change back. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { partOf } from '#common/process-state'
import { FORGOT_PASSWORD_PAGE } from '#contract/account-links'
import type { ChangeEmailBody, EmailState } from '#contract/accounts'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { circumstancesOf } from '#modules/account-activity/circumstances'
import { removeFactorsSince } from '#modules/factors/service'
import { queueLetters } from '#modules/mail/letters'
import { isMailConfigured } from '#modules/mail/outbox'
import { type Client, syncRevokedUsers } from '#modules/session/session-store'
import {
  confirmChangeLetter,
  emailChangeAskedLetter,
  emailChangedLetter,
  emailRestoredLetter,
  emailTakenLetter,
} from '#shared/mail/account-letters'
import {
  badLink,
  countInHour,
  endLinks,
  findLink,
  findPendingChange,
  type LinkRow,
  makeLink,
  pageUrl,
  useLink,
} from './links.ts'
import { lockVerified, type OwnCall, verifyOwnPassword } from './own-password.ts'
import { barredHash, keepOpen, recordRemovals, withFreeEmail } from './taking-back.ts'

/** Requests of one account within an hour; nobody's mailbox is flooded through us. */
const CHANGES_AN_HOUR = 5

type UserRow = typeof users.$inferSelect

const isEqual = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The email of an investor and the change that waits. Throws `not_found` when the account was deleted. */
export async function readEmail(userId: number): Promise<EmailState> {
  const [user] = await database()
    .select({ email: users.email, email_confirmed: users.email_confirmed })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!user) throw new Problem('not_found', 'The account of this session no longer exists.')
  const pending = await findPendingChange(userId)
  return {
    ...user,
    pending: pending ? { email: pending.email, expires_at: pending.expires_at.toISOString() } : null,
    mail_configured: isMailConfigured(),
  }
}

/** The other account with this email. */
async function findOwner(email: string, userId: number): Promise<UserRow | undefined> {
  const [row] = await database()
    .select()
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        isNull(users.deleted_at),
        ne(users.id, userId),
      ),
    )
  return row
}

/**
 * Mails a link to the new email, in place of an earlier change, and tells the present one. Where another account has it, its owner is told
 * instead, and everything else is the same: the caller learns nothing about that account. Throws `validation`, a wrong
 * current password included, `locked`, and `rate_limited`.
 */
export async function changeEmail(
  call: OwnCall,
  { email, current_password }: ChangeEmailBody,
): Promise<void> {
  const checked = await verifyOwnPassword(call, current_password)
  if (isEqual(email, checked.email)) throw invalidField('/email', 'This is your email address already')
  await inTransaction(async () => {
    const user = await lockVerified(checked)
    if ((await countInHour({ userId: user.id }, 'change')) >= CHANGES_AN_HOUR) {
      throw new Problem(
        'rate_limited',
        'Your email address was changed often just now. Please try again later.',
        {
          retryAfter: 3600,
        },
      )
    }
    await endLinks({ userId: user.id }, 'change')
    const link = await makeLink('change', { userId: user.id }, email)
    const owner = await findOwner(email, user.id)
    await recordAccountEvent(user.id, call, { kind: 'email_changed', detail: `Asked for: ${email}` })
    await queueLetters([
      {
        owner: { userId: user.id },
        kind: 'email_change_asked',
        recipient: user.email,
        letter: emailChangeAskedLetter({
          name: user.displayName,
          email,
          url: pageUrl(FORGOT_PASSWORD_PAGE),
          ...(await circumstancesOf(call)),
        }),
      },
      owner
        ? {
            owner: { userId: owner.id },
            kind: 'email_taken',
            recipient: owner.email,
            letter: emailTakenLetter({ name: owner.first_name, url: pageUrl(FORGOT_PASSWORD_PAGE) }),
          }
        : {
            owner: { userId: user.id },
            kind: 'confirm_change',
            recipient: email,
            letter: confirmChangeLetter({ name: user.displayName, ...link }),
            expiresAt: link.expiresAt,
          },
    ])
  })
}

/** Cancels the change that waits. Throws `not_found` without one. */
export function cancelEmailChange(userId: number): Promise<void> {
  return inTransaction(async () => {
    await lockLiveUser(userId, 'no key update')
    if ((await endLinks({ userId }, 'change')) > 0) return
    throw new Problem('not_found', 'No change of your email address waits to be confirmed.')
  })
}

/** The investor of a link, locked. */
async function lockOwner({ user_id }: LinkRow): Promise<UserRow> {
  const user = user_id === null ? undefined : await lockLiveUser(user_id, 'no key update')
  if (!user) throw badLink('outdated')
  return user
}

/** Puts another email into use and tells the former one, which can take it back. */
async function putIntoUse(user: UserRow, email: string, client: Client): Promise<void> {
  const userId = user.id
  await endLinks({ userId }, 'reset')
  await endLinks({ userId }, 'confirm')
  const done = await circumstancesOf(client)
  const event = { what: `Your email address was changed to ${email}`, ...done }
  const undo = await makeLink('undo', { userId }, user.email, { event })
  await database().update(users).set({ email, email_confirmed: true }).where(eq(users.id, userId))
  await recordAccountEvent(userId, client, { kind: 'email_changed', detail: `To ${email}` })
  await queueLetters([
    {
      owner: { userId },
      kind: 'email_changed',
      recipient: user.email,
      letter: emailChangedLetter({
        name: user.first_name,
        email,
        ...undo,
        ...done,
      }),
      expiresAt: undo.expiresAt,
    },
  ])
}

/**
 * Confirms the email of a new account, or puts a changed one into use. Throws `validation` at `/token` for a link that
 * cannot be used, and `conflict` when another account has taken the email in the meantime.
 */
export async function confirmEmail(token: string, client: Client): Promise<void> {
  const link = await findLink(token, ['confirm', 'change'])
  await withFreeEmail(async () => {
    const user = await lockOwner(link)
    await useLink(link)
    if (link.kind === 'change') return putIntoUse(user, link.email, client)
    if (!isEqual(user.email, link.email)) throw badLink('outdated')
    for (const kind of ['confirm', 'change'] as const) await endLinks({ userId: user.id }, kind)
    await database().update(users).set({ email_confirmed: true }).where(eq(users.id, user.id))
  })
}

/**
 * Restores the email that a link was sent to, whatever the present one is. Somebody else may know the password: it no
 * longer works, all sessions end, factors that were added since the change can have been asked for are removed, and a
 * link for a new password is mailed to the restored email. Links of later changes end with it, so that the other side cannot answer
 * in kind. Throws as {@link confirmEmail} does.
 */
export async function undoEmail(token: string, client: Client): Promise<void> {
  const link = await findLink(token, ['undo'])
  const { hours } = partOf('accounts')
  await withFreeEmail(async () => {
    const user = await lockOwner(link)
    const owner = { userId: user.id }
    await useLink(link)
    // Whoever asked for the change, within the age of its own link, may have added a factor first, which would keep the
    // owner out.
    const askedAfter = new Date(link.created_at.getTime() - hours.change * 3_600_000)
    const removed = await removeFactorsSince({ role: 'investor', id: user.id }, askedAfter)
    await endLinks(owner, 'undo', { after: link.id })
    for (const kind of ['reset', 'change', 'confirm'] as const) await endLinks(owner, kind)
    const reset = await makeLink('reset', owner, link.email)
    await database()
      .update(users)
      .set({ email: link.email, email_confirmed: true, password_hash: barredHash(users.password_hash) })
      .where(eq(users.id, user.id))
    const isKeptOpen = await keepOpen(user.id)
    await syncRevokedUsers([user.id])
    await recordAccountEvent(user.id, client, { kind: 'email_changed', detail: `Back to ${link.email}` })
    await recordRemovals(user.id, client, removed)
    await queueLetters([
      {
        owner,
        kind: 'email_restored',
        recipient: link.email,
        letter: emailRestoredLetter({ name: user.first_name, ...reset, removed, isKeptOpen }),
        expiresAt: reset.expiresAt,
      },
    ])
  })
}
