/**
 * Disputes about a change of email. Whoever still reads a former mailbox can only stop a change: the account is
 * frozen, both mailboxes are told, and an administrator decides which address it keeps.
 */

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Actor, COMMAND_LINE_NAME, commandLineActor } from '#common/audit-actor'
import { getService } from '#common/service-container'
import type { EmailDispute, EmailDisputeBody } from '#contract/identity/admin-email-disputes'
import { hasPermission } from '#contract/permissions'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { admins, confirmedEmails, emailDisputes, users } from '#db/schema/identity/accounts'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'
import {
  cancelPendingClosure,
  disabledPasswordHash,
  recordFactorRemovals,
  withUniqueEmail,
} from '#modules/identity/accounts/account-recovery'
import { isDeactivated } from '#modules/identity/accounts/deactivations'
import { deleteExport } from '#modules/identity/accounts/delete-data-export'
import {
  accountOf,
  createLink,
  type LinkOwner,
  type LinkRow,
  revokeLinks,
} from '#modules/identity/accounts/email-links'
import { assertNamesAvailable } from '#modules/identity/administrators/administrator-usernames'
import { deleteFactorsSince } from '#modules/identity/second-factors/factor-service'
import { type Client, syncRevokedAdmin, syncRevokedUsers } from '#modules/identity/session/session-store'
import { readdressEmails } from '#modules/messaging/email/outbox'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { recordAudit } from '#modules/platform/audit/audit-log'
import {
  emailDisputeDecidedEmail,
  emailDisputedEmail,
  emailRestoredEmail,
} from '#shared/email/account-emails'
import { type AdminRole, type EmailDisputeDecision, emailLinkTypes } from '#shared/enums/accounts'
import { formatFullName } from '#shared/full-name'

type DisputeRow = typeof emailDisputes.$inferSelect

const ownerOf = ({ user_id, admin_id }: Pick<DisputeRow, 'user_id' | 'admin_id'>): LinkOwner =>
  user_id === null ? { adminId: admin_id ?? 0 } : { userId: user_id }

/** The subject of an entry of the audit log: an investor's has no address, because the log is permanent. */
const subjectOf = (owner: LinkOwner) =>
  'userId' in owner
    ? { entity: 'user', entityId: owner.userId }
    : { entity: 'admin', entityId: owner.adminId }

/** Changes the account, which is locked, and ends the sessions that go with it. */
async function update(
  owner: LinkOwner,
  { is_active, restored }: { is_active: boolean; restored?: string },
): Promise<void> {
  if ('userId' in owner) {
    await database()
      .update(users)
      .set({
        is_active,
        ...(restored && {
          email: restored,
          email_confirmed: true,
          mailbox_confirmed_at: null,
          password_hash: disabledPasswordHash(users.password_hash),
        }),
      })
      .where(eq(users.id, owner.userId))
    await syncRevokedUsers([owner.userId])
    return
  }
  await database()
    .update(admins)
    .set({
      is_active,
      ...(restored && { email: restored, password_hash: disabledPasswordHash(admins.password_hash) }),
    })
    .where(eq(admins.id, owner.adminId))
  await syncRevokedAdmin(owner.adminId)
}

interface Opening {
  owner: LinkOwner
  name: string
  /** The present address. */
  email: string
}

/**
 * Freezes an account on the word of a former mailbox: nobody signs in, its sessions and links end, and what waits for a
 * decision about its money is not approved. In the surrounding transaction, which has locked the account and used the link.
 */
export async function openDispute(
  { email: former_email, created_at }: LinkRow,
  { owner, name, email }: Opening,
  visit: Client & { requestId: string },
): Promise<void> {
  // Whoever asked for the change, within the age of its own link, may have added a factor first.
  const suspect_since = new Date(created_at.getTime() - getService('accounts').hours.change * 3_600_000)
  for (const kind of emailLinkTypes) await revokeLinks(owner, kind)
  await database()
    .insert(emailDisputes)
    .values({
      user_id: 'userId' in owner ? owner.userId : null,
      admin_id: 'adminId' in owner ? owner.adminId : null,
      former_email,
      present_email: email,
      suspect_since,
    })
  if ('userId' in owner) {
    await cancelPendingClosure(owner.userId)
    await deleteExport(owner.userId)
    await recordAccountEvent(owner.userId, visit, {
      kind: 'email_changed',
      detail: 'Disputed: account locked',
    })
  }
  await update(owner, { is_active: false })
  await queueEmails(
    [former_email, email].map((recipient) => ({
      owner,
      kind: 'email_disputed',
      recipient,
      letter: emailDisputedEmail({ name, isFormer: recipient === former_email }),
    })),
  )
  const { address, requestId } = visit
  await recordAudit(
    { adminId: undefined, address, requestId },
    { action: 'email_dispute.open', ...subjectOf(owner), changed: true, name: 'a previous email address' },
  )
}

/** The open disputes that an administrator with these roles may decide, oldest first. */
export async function listDisputes(roles: readonly AdminRole[] | undefined): Promise<EmailDispute[]> {
  const rows = await database()
    .select({ dispute: emailDisputes, username: admins.username, user: users })
    .from(emailDisputes)
    .leftJoin(admins, eq(admins.id, emailDisputes.admin_id))
    .leftJoin(users, eq(users.id, emailDisputes.user_id))
    .where(
      and(
        isNull(emailDisputes.decision),
        hasPermission(roles, 'administer') ? undefined : isNull(emailDisputes.admin_id),
      ),
    )
    .orderBy(asc(emailDisputes.id))
  return rows.map(({ dispute, username, user }) => ({
    id: dispute.id,
    account: user
      ? { kind: 'investor', id: user.id, name: formatFullName(user) }
      : { kind: 'admin', id: dispute.admin_id ?? 0, name: username ?? '' },
    former_email: dispute.former_email,
    present_email: dispute.present_email,
    created_at: dispute.created_at.toISOString(),
  }))
}

const noSuchDispute = () => new Problem('not_found', 'Dispute not found.')

/** The name in the greeting of the account's owner; the account is locked until the transaction ends. */
async function lockOwner(owner: LinkOwner): Promise<string> {
  if ('userId' in owner) {
    const user = await lockActiveAccount(owner.userId, 'no key update')
    if (!user) throw noSuchDispute()
    return user.first_name
  }
  const [admin] = await database()
    .select()
    .from(admins)
    .where(and(eq(admins.id, owner.adminId), isNull(admins.deleted_at)))
    .for('no key update')
  if (!admin) throw noSuchDispute()
  return admin.username
}

interface Decision {
  decision: EmailDisputeDecision
  reason: string
}

/** Gives the account its former address: the password and the factors of the other side no longer open it. */
async function restore(
  dispute: DisputeRow,
  owner: LinkOwner,
  { name, is_active }: { name: string; is_active: boolean },
): Promise<void> {
  const { former_email, present_email, suspect_since } = dispute
  const removed = await deleteFactorsSince(accountOf(owner), suspect_since)
  await update(owner, { is_active, restored: former_email })
  if ('userId' in owner) {
    // What is written from the other mailbox is not the account's.
    await database()
      .delete(confirmedEmails)
      .where(
        and(
          eq(confirmedEmails.user_id, owner.userId),
          eq(confirmedEmails.email, present_email.toLowerCase()),
        ),
      )
    const server = { address: '', userAgent: '' }
    await recordAccountEvent(owner.userId, server, {
      kind: 'email_changed',
      detail: 'Dispute resolved: previous address restored',
    })
    await recordFactorRemovals(owner.userId, server, removed)
  }
  await readdressEmails(owner, { former: present_email, present: former_email })
  const link = await createLink('reset', owner, former_email)
  await queueEmails([
    {
      owner,
      kind: 'email_restored',
      recipient: former_email,
      letter: emailRestoredEmail({ name, ...link, removed, isKeptOpen: false }),
      expiresAt: link.expiresAt,
    },
  ])
}

async function decide(
  found: DisputeRow,
  { decision, reason }: Decision,
  actor: Actor,
  by?: string,
): Promise<void> {
  const owner = ownerOf(found)
  // Before the account itself is locked: all administrators are, by id.
  if ('adminId' in owner && decision === 'restore') {
    await assertNamesAvailable(owner.adminId, { email: found.former_email })
  }
  const name = await lockOwner(owner)
  const [dispute] = await database()
    .update(emailDisputes)
    .set({ decision, reason, decided_at: sql`now()`, decided_by: actor.adminId ?? null })
    .where(and(eq(emailDisputes.id, found.id), isNull(emailDisputes.decision)))
    .returning()
  if (!dispute) throw new Problem('conflict', 'This dispute has already been resolved.', { isFinal: true })
  // Only the lock of the dispute is lifted.
  const is_active = !(await isDeactivated(owner))
  if (decision === 'restore') await restore(dispute, owner, { name, is_active })
  else await update(owner, { is_active })
  const told =
    decision === 'restore' ? [dispute.present_email] : [dispute.former_email, dispute.present_email]
  await queueEmails(
    told.map((recipient) => ({
      owner,
      kind: 'email_dispute_decided',
      recipient,
      letter: emailDisputeDecidedEmail({
        name,
        isInUse: decision === 'keep' && recipient === dispute.present_email,
        isActive: is_active,
      }),
    })),
  )
  await recordAudit(actor, {
    action: `email_dispute.${decision}`,
    ...subjectOf(owner),
    before: { is_active: false },
    changed: true,
    after: { is_active, reason },
    ...(by !== undefined && { name: by }),
  })
}

/** Resolves a dispute and enables the account. `mayDecide` is asked about the kind of account. Throws `not_found` and `conflict`. */
export async function decideDispute(
  id: number,
  body: EmailDisputeBody,
  actor: Actor,
  mayDecide: (isOfAdmin: boolean) => void,
): Promise<void> {
  await withUniqueEmail(async () => {
    const [found] = await database().select().from(emailDisputes).where(eq(emailDisputes.id, id))
    if (!found) throw noSuchDispute()
    mayDecide(found.admin_id !== null)
    await decide(found, body, actor)
  })
}

/** The open dispute of an account; undefined without one. */
export async function findOpenDispute(owner: LinkOwner): Promise<DisputeRow | undefined> {
  const isOfOwner =
    'userId' in owner ? eq(emailDisputes.user_id, owner.userId) : eq(emailDisputes.admin_id, owner.adminId)
  const [found] = await database()
    .select()
    .from(emailDisputes)
    .where(and(isOfOwner, isNull(emailDisputes.decision)))
  return found
}

/** Resolves the open dispute of an administrator from the terminal. False when there is none. */
export async function decideOpenDispute(adminId: number, decision: EmailDisputeDecision): Promise<boolean> {
  return inTransaction(async () => {
    const found = await findOpenDispute({ adminId })
    if (!found) return false
    await decide(found, { decision, reason: '' }, commandLineActor, COMMAND_LINE_NAME)
    return true
  })
}
