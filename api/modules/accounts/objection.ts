/** What the reader of a mailbox can do about what somebody else did to an account: a sign-in, or a change of email. */
import { eq } from 'drizzle-orm'
import { partOf } from '#common/process-state'
import { database, inTransaction } from '#db/connection'
import { admins, users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { removeExport } from '#modules/account-data/export'
import { recordAudit } from '#modules/audit/service'
import { openDispute } from '#modules/email-disputes/service'
import { removeFactorsSince } from '#modules/factors/service'
import { queueLetters } from '#modules/mail/letters'
import { syncRevokedAdmin, syncRevokedUsers } from '#modules/session/session-store'
import { type LinkKind, linkKinds } from '#shared/enums/accounts'
import { reportedSignInLetter } from '#shared/mail/account-letters'
import { type LockedAccount, lockAccount, type Visit } from './forgotten-password.ts'
import { accountOf, endLinks, findLink, type LinkRow, makeLink, spendLink } from './links.ts'
import { barredHash, keepOpen, recordRemovals } from './taking-back.ts'

/** The mail about a sign-in is made at most so long after it. */
const MAILED_WITHIN_MS = 60_000

/** From when on factors may be of whoever the link is about: who asks for a change of email may add one first. */
function suspectSince({ kind, created_at }: LinkRow): Date {
  const before = kind === 'undo' ? partOf('accounts').hours.change * 3_600_000 : MAILED_WITHIN_MS
  return new Date(created_at.getTime() - before)
}

/**
 * Ends all sessions and links of an account, its password, and the factors that were added since, and mails a link for a
 * new password to its address, which is the one that the link was sent to.
 */
async function secureAccount(
  link: LinkRow,
  { owner, email, name }: LockedAccount,
  visit: Visit,
): Promise<void> {
  // Whoever signed in may have asked for links, too.
  for (const kind of linkKinds) await endLinks(owner, kind)
  const reset = await makeLink('reset', owner, email)
  // A factor that was added since would keep its owner out.
  const removed = await removeFactorsSince(accountOf(owner), suspectSince(link))
  const isKeptOpen = 'userId' in owner && (await keepOpen(owner.userId))
  if ('userId' in owner) {
    await removeExport(owner.userId)
    await database()
      .update(users)
      .set({ password_hash: barredHash(users.password_hash) })
      .where(eq(users.id, owner.userId))
    await syncRevokedUsers([owner.userId])
    const detail =
      link.kind === 'undo' ? 'All, after a change of email was stopped' : 'All, after a sign-in was reported'
    await recordAccountEvent(owner.userId, visit, { kind: 'session_ended', detail })
    await recordRemovals(owner.userId, visit, removed)
  } else {
    await database()
      .update(admins)
      .set({ password_hash: barredHash(admins.password_hash) })
      .where(eq(admins.id, owner.adminId))
    await syncRevokedAdmin(owner.adminId)
  }
  await queueLetters([
    {
      owner,
      kind: 'reported_sign_in',
      recipient: email,
      letter: reportedSignInLetter({ name, ...reset, removed, isKeptOpen }),
      expiresAt: reset.expiresAt,
    },
  ])
  if ('adminId' in owner) {
    const { address, requestId } = visit
    const action = link.kind === 'undo' ? 'admin.stop_email' : 'admin.report_sign_in'
    await recordAudit(
      { address, requestId, adminId: owner.adminId },
      { action, entity: 'admin', entityId: owner.adminId, changed: true },
    )
  }
}

async function object(token: string, kind: LinkKind, visit: Visit): Promise<void> {
  const link = await findLink(token, [kind])
  await inTransaction(async () => {
    const account = await lockAccount(link, { mayHaveMoved: true })
    await spendLink(link)
    const isPresent = account.email.toLowerCase() === link.email.toLowerCase()
    // A former mailbox never gets the account: it may be read by somebody else by now.
    await (isPresent ? secureAccount(link, account, visit) : openDispute(link, account, visit))
  })
}

/**
 * Reports what a mail told: the mailbox of the account secures it, a former one disputes the change of email. Throws
 * `validation` at `/token` for a link that cannot be used.
 */
export const reportSignIn = (token: string, visit: Visit): Promise<void> => object(token, 'not_me', visit)

/** Stops a change of email that waits, or disputes one that has taken place. Throws as {@link reportSignIn} does. */
export const undoEmail = (token: string, visit: Visit): Promise<void> => object(token, 'undo', visit)
