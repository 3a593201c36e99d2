/**
 * How the reader of a mailbox can act against what someone else did to an account: a sign-in, or a change of
 * email.
 */
import { eq } from 'drizzle-orm'
import { getService } from '#common/service-container'
import { database, inTransaction } from '#db/connection'
import { admins, users } from '#db/schema/identity/accounts'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'
import { openDispute } from '#modules/identity/email-disputes/service'
import { deleteFactorsSince } from '#modules/identity/second-factors/factor-service'
import { syncRevokedAdmin, syncRevokedUsers } from '#modules/identity/session/session-store'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { unrecognizedSignInEmail } from '#shared/email/account-emails'
import { type EmailLinkType, emailLinkTypes } from '#shared/enums/accounts'
import { cancelPendingClosure, disabledPasswordHash, recordFactorRemovals } from './account-recovery.ts'
import { deleteExport } from './delete-data-export.ts'
import { accountOf, createLink, findLink, type LinkRow, revokeLinks, spendLink } from './email-links.ts'
import { type LinkClient, type LockedAccount, lockAccount } from './password-reset.ts'

/** The email about a sign-in is created within this time of it. */
const MAILED_WITHIN_MS = 60_000

/**
 * From when on factors may belong to the person a link is about: someone who requests a change of email may
 * add one first.
 */
function suspectSince({ kind, created_at }: LinkRow): Date {
  const before = kind === 'undo' ? getService('accounts').hours.change * 3_600_000 : MAILED_WITHIN_MS
  return new Date(created_at.getTime() - before)
}

/**
 * Ends all sessions and links of an account, its password, and the factors added since, and emails a link for
 * a new password to its address, which is the one the link was sent to.
 */
async function secureAccount(
  link: LinkRow,
  { owner, email, name }: LockedAccount,
  visit: LinkClient,
): Promise<void> {
  // Whoever signed in may have requested links, too.
  for (const kind of emailLinkTypes) await revokeLinks(owner, kind)
  const reset = await createLink('reset', owner, email)
  // A factor added since would keep the owner out.
  const removed = await deleteFactorsSince(accountOf(owner), suspectSince(link))
  const isKeptOpen = 'userId' in owner && (await cancelPendingClosure(owner.userId))
  if ('userId' in owner) {
    await deleteExport(owner.userId)
    await database()
      .update(users)
      .set({ password_hash: disabledPasswordHash(users.password_hash) })
      .where(eq(users.id, owner.userId))
    await syncRevokedUsers([owner.userId])
    const detail =
      link.kind === 'undo'
        ? 'All sessions, after an email change was stopped'
        : 'All sessions, after you reported a sign-in'
    await recordAccountEvent(owner.userId, visit, { kind: 'session_ended', detail })
    await recordFactorRemovals(owner.userId, visit, removed)
  } else {
    await database()
      .update(admins)
      .set({ password_hash: disabledPasswordHash(admins.password_hash) })
      .where(eq(admins.id, owner.adminId))
    await syncRevokedAdmin(owner.adminId)
  }
  await queueEmails([
    {
      owner,
      kind: 'reported_sign_in',
      recipient: email,
      letter: unrecognizedSignInEmail({ name, ...reset, removed, isKeptOpen }),
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

async function object(token: string, kind: EmailLinkType, visit: LinkClient): Promise<void> {
  const link = await findLink(token, [kind])
  await inTransaction(async () => {
    // Deactivating an account is a natural reaction to a takeover, and must not take the objection away.
    const account = await lockAccount(link, { mayHaveMoved: true, mayBeInactive: true })
    await spendLink(link)
    const isPresent = account.email.toLowerCase() === link.email.toLowerCase()
    // A former mailbox never gets the account: someone else may read it by now.
    await (isPresent ? secureAccount(link, account, visit) : openDispute(link, account, visit))
  })
}

/**
 * Reports what an email said: the mailbox of the account secures it, a former one disputes the change of
 * email. Throws `validation` at `/token` for an unusable link.
 */
export const reportSignIn = (token: string, visit: LinkClient): Promise<void> =>
  object(token, 'not_me', visit)

/** Stops a pending change of email, or disputes one that took effect. Throws as {@link reportSignIn} does. */
export const undoEmail = (token: string, visit: LinkClient): Promise<void> => object(token, 'undo', visit)
