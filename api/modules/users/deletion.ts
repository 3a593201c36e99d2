/** The deletion of an investor's data with the account. */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockedRows, lockLiveUser } from '#db/lock-order'
import {
  accountEvents,
  accountLinks,
  confirmedEmails,
  loginRecords,
  sessions,
  users,
} from '#db/schema/accounts'
import { factors, recoveryCodes } from '#db/schema/factors'
import { userNotes } from '#db/schema/notes'
import { notificationChoices, notifications, userPreferences } from '#db/schema/notifications'
import { idempotencyKeys, outbox } from '#db/schema/operations'
import { activities, portfolios } from '#db/schema/portfolios'
import { screeningHits, screenings } from '#db/schema/screening'
import { callSchedules, chatSessions, deskNotes, feedbackRequests, supportTickets } from '#db/schema/support'
import { removeExport } from '#modules/account-data/export'
import { isMailOf, isWrittenBy } from '#modules/accounts/owned-rows'
import { recordAudit } from '#modules/audit/service'
import { dropDisputes } from '#modules/email-disputes/open'
import { type AddressedLetter, queueLetters } from '#modules/mail/letters'
import { syncRevokedUsers } from '#modules/session/session-store'
import { closeVerification } from '#modules/verifications/closure'
import { readDeletionFacts } from './deletion-facts.ts'

/** Replaces the name and email of a deleted investor; the domain does not exist (RFC 2606). */
const DELETED_WRITER = { name: 'Deleted user', email: 'deleted@deleted.invalid' }

/** Clears personal data. The row remains: transactions and approved investments refer to it. */
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

/** Received messages remain without their writer. */
async function eraseFromSupport(userId: number): Promise<void> {
  const db = database()
  const tickets = await db
    .update(supportTickets)
    .set({ ...DELETED_WRITER, user_id: null })
    .where(lockedRows(supportTickets, isWrittenBy(supportTickets, userId), 'no key update'))
    .returning({ id: supportTickets.id })
  const calls = await db
    .update(callSchedules)
    .set({ ...DELETED_WRITER, phone: '', company: '', user_id: null })
    .where(lockedRows(callSchedules, isWrittenBy(callSchedules, userId), 'no key update'))
    .returning({ id: callSchedules.id })
  const chats = await db
    .update(chatSessions)
    .set({ ...DELETED_WRITER, user_id: null })
    .where(lockedRows(chatSessions, isWrittenBy(chatSessions, userId), 'no key update'))
    .returning({ id: chatSessions.id })
  await eraseFromDesk({ tickets: idsOf(tickets), calls: idsOf(calls), chats: idsOf(chats) })
}

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)

/** Notes of the team about a writer, and their words about us, go; the score stays in the average. */
async function eraseFromDesk({ tickets, calls, chats }: Record<'tickets' | 'calls' | 'chats', number[]>) {
  const notes = or(
    inArray(deskNotes.ticket_id, tickets),
    inArray(deskNotes.call_id, calls),
    inArray(deskNotes.chat_id, chats),
  )
  await database().delete(deskNotes).where(lockedRows(deskNotes, notes))
  const answers = or(inArray(feedbackRequests.ticket_id, tickets), inArray(feedbackRequests.chat_id, chats))
  await database()
    .update(feedbackRequests)
    .set({ text: '' })
    .where(lockedRows(feedbackRequests, answers, 'no key update'))
}

/** Responses stored for repeats contain personal data: the investor's own requests, and activities with a name. */
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
  /** Who deleted the account, where that was no administrator. */
  name?: string
  /** Sent to its owner in the end. */
  lastLetter?: AddressedLetter
}

/**
 * Deletes an investor: erases personal data, ends the sessions at once and removes portfolio, request, activities,
 * notifications and sign-ins. Transactions, approved investments and audit entries remain, without a name; the email
 * can be registered again. Throws `not_found`, and `conflict` for an investor with units, cash, an open
 * subscription or a watchlist hit that is not dismissed.
 */
export function deleteUser(id: number, actor: Actor, { name, lastLetter }: Deletion = {}): Promise<void> {
  return inTransaction(async () => {
    const db = database()
    // For update: concurrent writes under this id wait, and then find the user deleted.
    const user = await lockLiveUser(id, 'update')
    if (!user) throw new Problem('not_found', 'There is no user with this id.')
    // Read before the deletion: the audit entry records what money the account still showed.
    const { user_id: _, obstacle, ...facts } = await readDeletionFacts(id)
    if (obstacle) throw new Problem('conflict', obstacle)
    await db
      .update(users)
      .set({ ...erased, deleted_at: sql`now()` })
      .where(eq(users.id, id))
    await syncRevokedUsers([id])
    await removeExport(id)
    await closeVerification(id)
    await db.delete(accountLinks).where(eq(accountLinks.user_id, id))
    await dropDisputes({ role: 'investor', id })
    await db.delete(factors).where(lockedRows(factors, eq(factors.user_id, id)))
    await db.delete(recoveryCodes).where(lockedRows(recoveryCodes, eq(recoveryCodes.user_id, id)))
    await db.update(sessions).set({ ip_address: '', user_agent: '' }).where(eq(sessions.user_id, id))
    await db.delete(portfolios).where(eq(portfolios.user_id, id))
    await db.delete(activities).where(lockedRows(activities, eq(activities.user_id, id)))
    await db.delete(notificationChoices).where(eq(notificationChoices.user_id, id))
    await db.delete(userPreferences).where(eq(userPreferences.user_id, id))
    await db.delete(notifications).where(lockedRows(notifications, eq(notifications.user_id, id)))
    // After the account itself is locked, as `lock-order.ts` has it.
    await db.delete(userNotes).where(lockedRows(userNotes, eq(userNotes.user_id, id)))
    const attempts = and(eq(loginRecords.role, 'investor'), isWrittenBy(loginRecords, id))
    await db.delete(loginRecords).where(lockedRows(loginRecords, attempts))
    await db.delete(screeningHits).where(lockedRows(screeningHits, eq(screeningHits.user_id, id)))
    await db.delete(screenings).where(eq(screenings.user_id, id))
    await db.delete(accountEvents).where(lockedRows(accountEvents, eq(accountEvents.user_id, id)))
    await eraseFromSupport(id)
    await db.delete(outbox).where(lockedRows(outbox, isMailOf(id)))
    await db.delete(confirmedEmails).where(eq(confirmedEmails.user_id, id))
    if (lastLetter) await queueLetters([lastLetter])
    await eraseStoredResponses(id)
    // The log cannot be changed later: it never contains more of an investor than id, flags and figures.
    await recordAudit(actor, {
      action: 'user.delete',
      entity: 'user',
      entityId: id,
      before: { id, ...facts },
      after: { id, deleted: true, has_money: false },
      ...(name !== undefined && { name }),
    })
  })
}
