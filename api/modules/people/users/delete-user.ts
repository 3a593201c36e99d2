/** Deletes an investor's data with the account. */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount, lockedRowsCondition } from '#db/row-locks'
import { screeningHits, screenings } from '#db/schema/compliance/screening'
import {
  callSchedules,
  chatSessions,
  deskNotes,
  feedbackRequests,
  supportTickets,
} from '#db/schema/desk/support'
import {
  accountEvents,
  accountLinks,
  confirmedEmails,
  loginRecords,
  sessions,
  users,
} from '#db/schema/identity/accounts'
import { factors, recoveryCodes } from '#db/schema/identity/second-factors'
import { notificationChoices, notifications, userPreferences } from '#db/schema/messaging/notifications'
import { outbox } from '#db/schema/messaging/outbox'
import { userNotes } from '#db/schema/people/notes'
import { idempotencyKeys } from '#db/schema/platform/idempotency-keys'
import { activities, portfolios } from '#db/schema/portfolio/portfolios'
import { eraseVerification } from '#modules/compliance/verifications/erase-verification'
import { deleteExport } from '#modules/identity/accounts/delete-data-export'
import { isEmailOf, isWrittenBy } from '#modules/identity/accounts/email-ownership'
import { dropDisputes } from '#modules/identity/email-disputes/open-disputes'
import { syncRevokedUsers } from '#modules/identity/session/session-store'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { accountDeletedEmail } from '#shared/email/account-emails'
import type { EmailContent } from '#shared/email/render-email'
import { getDeletionImpact } from './deletion-impact.ts'

/** Replaces the name and email of a deleted investor; the domain does not exist (RFC 2606). */
const DELETED_WRITER = { name: 'Deleted investor', email: 'deleted@deleted.invalid' }

/** Clears personal data. The row remains, since transactions and approved investments refer to it. */
const erased = {
  username: null,
  email: '',
  password_hash: '',
  first_name: '',
  last_name: '',
  verified_name: '',
  mailbox_confirmed_at: null,
  phone: '',
  country: '',
  linkedin: '',
  twitter: '',
  telegram: '',
  is_active: false,
  is_verified: false,
  last_login_at: null,
  closes_at: null,
  closing_obstacle: '',
}

/** Received messages remain without their author. */
async function eraseFromSupport(userId: number): Promise<void> {
  const db = database()
  const tickets = await db
    .update(supportTickets)
    .set({ ...DELETED_WRITER, user_id: null })
    .where(lockedRowsCondition(supportTickets, isWrittenBy(supportTickets, userId), 'no key update'))
    .returning({ id: supportTickets.id })
  const calls = await db
    .update(callSchedules)
    .set({ ...DELETED_WRITER, phone: '', company: '', user_id: null })
    .where(lockedRowsCondition(callSchedules, isWrittenBy(callSchedules, userId), 'no key update'))
    .returning({ id: callSchedules.id })
  const chats = await db
    .update(chatSessions)
    .set({ ...DELETED_WRITER, user_id: null })
    .where(lockedRowsCondition(chatSessions, isWrittenBy(chatSessions, userId), 'no key update'))
    .returning({ id: chatSessions.id })
  await eraseFromDesk({ tickets: idsOf(tickets), calls: idsOf(calls), chats: idsOf(chats) })
}

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)

/** Deletes internal notes about an author and the text of their feedback; the score stays in the average. */
async function eraseFromDesk({ tickets, calls, chats }: Record<'tickets' | 'calls' | 'chats', number[]>) {
  const notes = or(
    inArray(deskNotes.ticket_id, tickets),
    inArray(deskNotes.call_id, calls),
    inArray(deskNotes.chat_id, chats),
  )
  await database().delete(deskNotes).where(lockedRowsCondition(deskNotes, notes))
  const answers = or(inArray(feedbackRequests.ticket_id, tickets), inArray(feedbackRequests.chat_id, chats))
  await database()
    .update(feedbackRequests)
    .set({ text: '' })
    .where(lockedRowsCondition(feedbackRequests, answers, 'no key update'))
}

/**
 * Responses stored for repeated requests contain personal data: the investor's own, and activities with a
 * name.
 */
const eraseStoredResponses = (userId: number) =>
  database()
    .delete(idempotencyKeys)
    .where(
      or(
        sql`${idempotencyKeys.scope} like ${`investor ${userId} %`}`,
        sql`${idempotencyKeys.response}->'activity'->>'user_id' = ${String(userId)}`,
      ),
    )

interface Deletion {
  /** Who deleted the account, if not an administrator. */
  name?: string
  /** The last email to its owner; by default, that an administrator has deleted the account. */
  lastLetter?: EmailContent
}

/** Hours after which the text of the last email is erased if it could not be sent. */
const LAST_MAIL_HOURS = 7 * 24

/**
 * Deletes an investor: erases personal data, ends the sessions immediately, and removes portfolio, request,
 * activities, notifications and sign-ins. Transactions, approved investments and audit entries remain,
 * without a name; the email can be registered again. Throws `not_found`, and `conflict` for an investor with
 * units, cash, an open subscription or a watchlist match that is not cleared, or who has not been compared
 * with the watchlist.
 */
export function deleteUser(id: number, actor: Actor, { name, lastLetter }: Deletion = {}): Promise<void> {
  return inTransaction(async () => {
    const db = database()
    // Locked for update: concurrent writes under this id wait, and then find the user deleted.
    const user = await lockActiveAccount(id, 'update')
    if (!user) throw new Problem('not_found', 'Investor not found.')
    // Read before the deletion: the audit entry records what money the account still showed.
    const { user_id: _, obstacle, ...facts } = await getDeletionImpact(id)
    if (obstacle) throw new Problem('conflict', obstacle)
    await db
      .update(users)
      .set({ ...erased, deleted_at: sql`now()` })
      .where(eq(users.id, id))
    await syncRevokedUsers([id])
    await deleteExport(id)
    await eraseVerification(id)
    await db.delete(accountLinks).where(eq(accountLinks.user_id, id))
    await dropDisputes({ role: 'investor', id })
    await db.delete(factors).where(lockedRowsCondition(factors, eq(factors.user_id, id)))
    await db.delete(recoveryCodes).where(lockedRowsCondition(recoveryCodes, eq(recoveryCodes.user_id, id)))
    await db.update(sessions).set({ ip_address: '', user_agent: '' }).where(eq(sessions.user_id, id))
    await db.delete(portfolios).where(eq(portfolios.user_id, id))
    await db.delete(activities).where(lockedRowsCondition(activities, eq(activities.user_id, id)))
    await db.delete(notificationChoices).where(eq(notificationChoices.user_id, id))
    await db.delete(userPreferences).where(eq(userPreferences.user_id, id))
    await db.delete(notifications).where(lockedRowsCondition(notifications, eq(notifications.user_id, id)))
    // After the account itself is locked, in the order of `row-locks.ts`.
    await db.delete(userNotes).where(lockedRowsCondition(userNotes, eq(userNotes.user_id, id)))
    const attempts = and(eq(loginRecords.role, 'investor'), isWrittenBy(loginRecords, id))
    await db.delete(loginRecords).where(lockedRowsCondition(loginRecords, attempts))
    await db.delete(screeningHits).where(lockedRowsCondition(screeningHits, eq(screeningHits.user_id, id)))
    await db.delete(screenings).where(eq(screenings.user_id, id))
    await db.delete(accountEvents).where(lockedRowsCondition(accountEvents, eq(accountEvents.user_id, id)))
    await eraseFromSupport(id)
    await db.delete(outbox).where(lockedRowsCondition(outbox, isEmailOf(id)))
    await db.delete(confirmedEmails).where(eq(confirmedEmails.user_id, id))
    await queueEmails([
      {
        // Without an owner: the account no longer exists when it is sent.
        owner: { userId: null },
        kind: 'account_closed',
        recipient: user.email,
        letter: lastLetter ?? accountDeletedEmail({ name: user.first_name }),
        expiresAt: new Date(Date.now() + LAST_MAIL_HOURS * 3_600_000),
      },
    ])
    await eraseStoredResponses(id)
    // The log cannot be changed later: of an investor it contains only id, flags and figures.
    await recordAudit(actor, {
      action: 'user.delete',
      entity: 'user',
      entityId: id,
      before: { id, ...facts },
      after: { id, deleted: true, has_money: false, was_verified: false },
      ...(name !== undefined && { name }),
    })
  })
}
