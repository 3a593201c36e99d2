/** The report of a sign-in that was not by the owner of the account. */
import { eq } from 'drizzle-orm'
import { database, inTransaction } from '#db/connection'
import { admins, users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { recordAudit } from '#modules/audit/service'
import { queueLetters } from '#modules/mail/letters'
import { syncRevokedAdmin, syncRevokedUsers } from '#modules/session/session-store'
import { reportedSignInLetter } from '#shared/mail/account-letters'
import { lockAccount, type Visit } from './forgotten-password.ts'
import { endLinks, findLink, makeLink, useLink } from './links.ts'

/** No password has this hash: only a link for a new one opens the account. */
export const NO_PASSWORD = '!'

/**
 * Ends all sessions of the account of a link, and its password, and mails a link for a new one. Throws `validation` at
 * `/token` for a link that cannot be used.
 */
export async function reportSignIn(token: string, visit: Visit): Promise<void> {
  const link = await findLink(token, ['not_me'])
  await inTransaction(async () => {
    const { owner, email, name } = await lockAccount(link)
    await useLink(link)
    // Whoever signed in may have asked for links, too.
    for (const kind of ['reset', 'change', 'not_me'] as const) await endLinks(owner, kind)
    const reset = await makeLink('reset', owner, email)
    if ('userId' in owner) {
      await database().update(users).set({ password_hash: NO_PASSWORD }).where(eq(users.id, owner.userId))
      await syncRevokedUsers([owner.userId])
      await recordAccountEvent(owner.userId, visit, {
        kind: 'session_ended',
        detail: 'All, after a sign-in was reported',
      })
    } else {
      await database().update(admins).set({ password_hash: NO_PASSWORD }).where(eq(admins.id, owner.adminId))
      await syncRevokedAdmin(owner.adminId)
    }
    await queueLetters([
      {
        kind: 'reported_sign_in',
        recipient: email,
        letter: reportedSignInLetter({ name, ...reset }),
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
