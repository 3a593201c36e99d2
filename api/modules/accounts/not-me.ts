/** The report of a sign-in that was not by the owner of the account. */
import { eq } from 'drizzle-orm'
import { database } from '#db/connection'
import { admins, users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { removeExport } from '#modules/account-data/export'
import { recordAudit } from '#modules/audit/service'
import type { Account } from '#modules/factors/account'
import { removeFactorsSince } from '#modules/factors/service'
import { queueLetters } from '#modules/mail/letters'
import { syncRevokedAdmin, syncRevokedUsers } from '#modules/session/session-store'
import { reportedSignInLetter } from '#shared/mail/account-letters'
import { lockAccount, type Visit } from './forgotten-password.ts'
import { endLinks, findLink, type LinkOwner, makeLink, useLink } from './links.ts'
import { barredHash, keepOpen, recordRemovals, withFreeEmail } from './taking-back.ts'

/** The mail about a sign-in is made at most so long after it. */
const MAILED_WITHIN_MS = 60_000

const factorOwnerOf = (owner: LinkOwner): Account =>
  'userId' in owner ? { role: 'investor', id: owner.userId } : { role: 'admin', id: owner.adminId }

/**
 * Ends all sessions of the account of a link, its password, and the factors that were added since, and mails a link for
 * a new password. Where the email was changed since, it is restored: the other side must not be able to outrun the
 * link. Throws `validation` at `/token` for a link that cannot be used, and `conflict` when another account has the email
 * by now.
 */
export async function reportSignIn(token: string, visit: Visit): Promise<void> {
  const link = await findLink(token, ['not_me'])
  const { email } = link
  await withFreeEmail(async () => {
    const { owner, email: present, name } = await lockAccount(link, { mayHaveMoved: true })
    const restored = present.toLowerCase() === email.toLowerCase() ? {} : { email }
    await useLink(link)
    // Whoever signed in may have asked for links, too.
    for (const kind of ['reset', 'change', 'not_me', 'confirm'] as const) await endLinks(owner, kind)
    await endLinks(owner, 'undo', { after: link.id })
    const reset = await makeLink('reset', owner, email)
    // A factor that was added since would keep its owner out.
    const removed = await removeFactorsSince(
      factorOwnerOf(owner),
      new Date(link.created_at.getTime() - MAILED_WITHIN_MS),
    )
    const isKeptOpen = 'userId' in owner && (await keepOpen(owner.userId))
    if ('userId' in owner) {
      await removeExport(owner.userId)
      await database()
        .update(users)
        .set({
          password_hash: barredHash(users.password_hash),
          ...restored,
          ...(restored.email && { email_confirmed: true }),
        })
        .where(eq(users.id, owner.userId))
      await syncRevokedUsers([owner.userId])
      await recordAccountEvent(owner.userId, visit, {
        kind: 'session_ended',
        detail: 'All, after a sign-in was reported',
      })
      await recordRemovals(owner.userId, visit, removed)
    } else {
      await database()
        .update(admins)
        .set({ password_hash: barredHash(admins.password_hash), ...restored })
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
      await recordAudit(
        { ...visit, adminId: owner.adminId },
        { action: 'admin.report_sign_in', entity: 'admin', entityId: owner.adminId, changed: true },
      )
    }
  })
}
