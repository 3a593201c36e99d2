/** Notifications as administrators send, correct and delete them. */
import {
  and,
  between,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { Actor, AuditAction } from '#common/audit-actor'
import { exportCsv, formatBoolean } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import type { QueryOf } from '#contract/endpoint'
import type {
  AdminNotification,
  adminNotifications,
  NotificationEdit,
  SendNotificationBody,
} from '#contract/messaging/admin-notifications'
import { hasPermission } from '#contract/permissions'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage, searchConditions } from '#db/list-queries'
import { lockActiveAccount, lockActiveAccounts, lockedRowsCondition } from '#db/row-locks'
import { collateAlphabetically } from '#db/schema/column-types'
import { users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { auditLog } from '#db/schema/platform/audit'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { amountCategories } from '#shared/enums/notifications'

type NotificationRow = typeof notifications.$inferSelect

const toAdminNotification = ({ read_at: _, ...row }: NotificationRow): AdminNotification => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const noSuchNotification = () => new Problem('not_found', 'Notification not found.')

/** The audit log outlives an investor's data: it records the recipient and the type of a notification, not its text. */
const auditable = ({ id, user_id, type, category }: NotificationRow) => ({ id, user_id, type, category })

async function checkUser(id: number): Promise<void> {
  const [user] = await database()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
  if (!user) throw new Problem('not_found', 'Investor not found.')
}

/** Limits roles without access to amounts to messages from the team and system notifications without amounts. */
const readableBy = ({ adminRoles }: Caller): SQL | undefined =>
  hasPermission(adminRoles, 'read')
    ? undefined
    : or(notifications.is_manual, notInArray(notifications.category, [...amountCategories]))

const conditionOf = (
  userId: number,
  { category, search }: QueryOf<typeof adminNotifications.exportCsv>,
  caller: Caller,
) =>
  and(
    eq(notifications.user_id, userId),
    readableBy(caller),
    category && eq(notifications.category, category),
    ...searchConditions(search, [notifications.title, notifications.message]),
  )

/** A page of one investor's notifications. Throws `not_found`. */
export async function listInvestorNotifications(
  userId: number,
  query: QueryOf<typeof adminNotifications.list>,
  caller: Caller,
) {
  await checkUser(userId)
  const condition = conditionOf(userId, query, caller)
  const sorts = {
    created_at: notifications.created_at,
    title: collateAlphabetically(notifications.title),
    is_read: notifications.is_read,
  }
  const { rows, pagination } = await listPage(query, {
    sorts,
    tie: notifications.id,
    rows: ({ order, limit, offset }) =>
      database()
        .select()
        .from(notifications)
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => database().select({ total: count() }).from(notifications).where(condition),
  })
  return {
    notifications: rows.map(toAdminNotification),
    pagination,
  }
}

/** One investor's notifications as a file, newest first. Throws `not_found`. */
export async function exportInvestorNotifications(
  userId: number,
  query: QueryOf<typeof adminNotifications.exportCsv>,
  caller: Caller,
): Promise<GeneratedFile> {
  await checkUser(userId)
  const condition = conditionOf(userId, query, caller)
  const { created_at, id } = notifications
  return exportCsv<NotificationRow>({
    columns: [
      ['Notification ID', (row) => row.id],
      ['User ID', ({ user_id }) => user_id],
      ['Sent (UTC)', (row) => row.created_at.toISOString()],
      ['Type', ({ type }) => type],
      ['Category', ({ category }) => category],
      ['Title', ({ title }) => title],
      ['Message', ({ message }) => message],
      ['Read', ({ is_read }) => formatBoolean(is_read)],
    ],
    count: () => slowQueryDatabase().select({ total: count() }).from(notifications).where(condition),
    read: (last, limit) =>
      slowQueryDatabase()
        .select()
        .from(notifications)
        .where(and(condition, keysetCondition('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

/** One notification. Throws `not_found`. */
export async function getNotification(id: number, caller: Caller): Promise<AdminNotification> {
  const [row] = await database()
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, id), readableBy(caller)))
  if (!row) throw noSuchNotification()
  return toAdminNotification(row)
}

/** Throws `forbidden` if the caller cannot publish announcements and a colleague wrote one of these messages. */
async function checkOwn(ids: readonly number[], { id: adminId, adminRoles }: Caller): Promise<void> {
  if (hasPermission(adminRoles, 'publish')) return
  const own = await database().$count(
    auditLog,
    and(
      eq(auditLog.action, 'notification.send'),
      inArray(auditLog.entity_id, ids.map(String)),
      eq(auditLog.admin_id, adminId),
    ),
  )
  if (own < new Set(ids).size)
    throw new Problem(
      'forbidden',
      'Your role can change only messages that you wrote yourself. No notifications were changed.',
    )
}

/** Messages to several investors are stored together: ids this near belong to one of them if the time is the same. */
const NEAR = 1_000

/** Throws `conflict` for a message that went to several investors: two administrators decided about its text. */
async function assertSentToOne({ id, created_at }: NotificationRow): Promise<void> {
  const others = await database().$count(
    notifications,
    and(
      between(notifications.id, id - NEAR, id + NEAR),
      ne(notifications.id, id),
      eq(notifications.created_at, created_at),
      notifications.is_manual,
    ),
  )
  if (others > 0)
    throw new Problem(
      'conflict',
      'This message was sent to several investors and cannot be edited. Send a correction instead.',
      { isFinal: true },
    )
}

/** Messages that an administrator can send to single investors within {@link SINGLE_HOURS}. */
const SINGLE_MAX = 30
const SINGLE_HOURS = 24

/**
 * Throws `conflict` for further ones: many single messages are a message to several. Call it after the message's own
 * entry, which is counted and holds the lock of the log, so that simultaneous ones are counted too.
 */
async function assertFewMessages({ adminId }: Actor): Promise<void> {
  if (adminId === undefined) return
  const sent = await database().$count(
    auditLog,
    and(
      eq(auditLog.admin_id, adminId),
      eq(auditLog.action, 'notification.send'),
      gt(auditLog.created_at, new Date(Date.now() - SINGLE_HOURS * 3_600_000)),
    ),
  )
  if (sent <= SINGLE_MAX) return
  throw new Problem(
    'conflict',
    `You have sent ${SINGLE_MAX} messages to single investors in the last ${SINGLE_HOURS} hours. Select several investors and send one message to all of them instead.`,
  )
}

/**
 * Changes the content of a notification written by an administrator. Throws `not_found`, `stale_write`, `forbidden` for
 * the message of a colleague if the caller cannot publish announcements, and `conflict` for a system notification or a
 * message to several investors.
 */
export function updateNotification(
  id: number,
  { updated_at, ...changes }: NotificationEdit,
  caller: Caller,
  actor: Actor,
): Promise<AdminNotification> {
  return inTransaction(async () => {
    const [before] = await database()
      .select()
      .from(notifications)
      .where(eq(notifications.id, id))
      .for('no key update')
    if (!before) throw noSuchNotification()
    if (!before.is_manual) {
      throw new Problem('conflict', 'This notification was sent by the system and cannot be edited.', {
        isFinal: true,
      })
    }
    await checkOwn([id], caller)
    await assertSentToOne(before)
    assertUnchanged(before, updated_at, 'notification')
    // Sets at least the unchanged title, so that an empty edit is a statement too.
    const [after] = await database()
      .update(notifications)
      .set({ title: before.title, ...changes })
      .where(eq(notifications.id, id))
      .returning()
    if (!after) throw noSuchNotification()
    await recordAudit(actor, {
      action: 'notification.update',
      entity: 'notification',
      entityId: id,
      before: auditable(before),
      after: { ...auditable(after), changed: Object.keys(changes).sort() },
      // Neither version contains the text.
      changed: after.updated_at.getTime() !== before.updated_at.getTime(),
    })
    return toAdminNotification(after)
  })
}

/**
 * Throws `forbidden` if the caller cannot publish announcements and a notification was sent by the system or a colleague
 * or the notifications belong to several investors. Throws `conflict` for those about security or money sent by the
 * system, which tell investors what was done to their accounts.
 */
async function checkDeletable(ids: number[], caller: Caller): Promise<void> {
  const isOfSystem = sql`not ${notifications.is_manual}`
  const [found] = await database()
    .select({
      readers: countDistinct(notifications.user_id),
      ofSystem: sql<boolean>`coalesce(bool_or(${isOfSystem}), false)`,
      isEvidence: sql<boolean>`coalesce(bool_or(${isOfSystem} and ${inArray(notifications.category, ['security', ...amountCategories])}), false)`,
    })
    .from(notifications)
    .where(inArray(notifications.id, ids))
  if (!found) return
  if ((found.readers > 1 || found.ofSystem) && !hasPermission(caller.adminRoles, 'publish'))
    throw new Problem(
      'forbidden',
      'Your role can delete only messages written by the team, for one investor at a time. No notifications were deleted.',
    )
  await checkOwn(ids, caller)
  if (found.isEvidence)
    throw new Problem(
      'conflict',
      'Notifications about security or money sent by the system cannot be deleted.',
      { isFinal: true },
    )
}

/** Deletes notifications; returns their number. Throws as {@link checkDeletable} does. */
export function deleteNotifications(ids: number[], caller: Caller, actor: Actor): Promise<number> {
  return inTransaction(async () => {
    await checkDeletable(ids, caller)
    const deleted = await database()
      .delete(notifications)
      .where(lockedRowsCondition(notifications, inArray(notifications.id, ids)))
      .returning()
    const [first, ...others] = deleted
      .sort((a, b) => a.id - b.id)
      .map((row) => ({
        action: 'notification.delete',
        entity: 'notification',
        entityId: row.id,
        before: auditable(row),
      }))
    if (first) await recordAudit(actor, first, ...others)
    return deleted.length
  })
}

/** Deletes one notification. Throws `not_found`, and as {@link deleteNotifications} does. */
export async function deleteNotification(id: number, caller: Caller, actor: Actor): Promise<void> {
  if ((await deleteNotifications([id], caller, actor)) === 0) throw noSuchNotification()
}

type Content = Omit<SendNotificationBody, 'target_user_id' | 'target_user_ids' | 'skip_unreachable'>

/** The single entry for a message to these recipients, at most 500: `audit_investors` finds several in `entries`. */
function sentEntry(
  rows: readonly NotificationRow[],
  { title, message, type, category }: Content,
): AuditAction {
  const [only, ...others] = rows
  if (only && others.length === 0)
    return {
      action: 'notification.send',
      entity: 'notification',
      entityId: only.id,
      after: auditable(only),
    }
  const entries = rows.map(({ id, user_id }) => ({ id, user_id }))
  return {
    action: 'notification.send_to_several',
    entity: 'notification',
    // The same message to several investors is not personal data.
    after: { title, message, type, category, target_users: rows.length, entries },
  }
}

/** Notifies one investor. Throws `validation` for an unknown or deactivated one, and `conflict` after many others. */
function sendTo(userId: number, content: Content, actor: Actor): Promise<number> {
  return inTransaction(async () => {
    const user = await lockActiveAccount(userId)
    if (!user) throw invalidFieldProblem('/target_user_id', 'Investor not found')
    if (!user.is_active)
      throw invalidFieldProblem(
        '/target_user_id',
        'This investor is inactive and would not see the notification',
      )
    const [row] = await database()
      .insert(notifications)
      .values({ ...content, user_id: userId, is_manual: true })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await recordAudit(actor, sentEntry([row], content))
    await assertFewMessages(actor)
    return 1
  })
}

/**
 * Notifies several investors, all or none of them. Throws `validation` if one of them is deleted or deactivated, unless
 * those are to be skipped.
 */
function sendToSeveral(
  userIds: readonly number[],
  content: Content,
  { leaveOut, actor }: { leaveOut: boolean; actor: Actor },
): Promise<number> {
  return inTransaction(async () => {
    const wanted = [...new Set(userIds)]
    const active = (await lockActiveAccounts(wanted)).filter(({ is_active }) => is_active)
    const missing = wanted.length - active.length
    if (missing > 0 && !leaveOut) {
      throw invalidFieldProblem(
        '/target_user_ids',
        `${missing === 1 ? '1 of these investors is' : `${missing} of these investors are`} deleted or inactive. No one was notified.`,
      )
    }
    if (active.length === 0) return 0
    const rows = await database()
      .insert(notifications)
      .values(active.map(({ id }) => ({ ...content, user_id: id, is_manual: true })))
      .returning()
    await recordAudit(actor, sentEntry(rows, content))
    return rows.length
  })
}

/**
 * Notifies every active investor, in one statement however many there are. Locks their accounts first: one that is
 * deleted in the meantime is skipped and does not fail the broadcast.
 */
function broadcast({ title, message, type, category }: Content, actor: Actor): Promise<number> {
  return inTransaction(async () => {
    const { count: reached } = await database().execute(sql`
      with reached as materialized (
        select ${users.id} as user_id from ${users}
        where ${users.is_active} and ${users.deleted_at} is null
        order by ${users.id} for key share
      )
      insert into ${notifications} (user_id, category, type, title, message, is_manual)
      select user_id, ${category}, ${type}, ${title}, ${message}, true from reached`)
    await recordAudit(actor, {
      action: 'notification.broadcast',
      entity: 'notification',
      // A message to all investors is not personal data.
      after: { title, message, type, category, recipients: 'All active investors', target_users: reached },
    })
    return reached
  })
}

/**
 * Notifies one investor, several, or all active ones; returns how many. Throws `validation` if both one and several are
 * given, or if skipping is requested for anything but several.
 */
export function sendNotification(body: SendNotificationBody, actor: Actor): Promise<number> {
  const { target_user_id, target_user_ids, skip_unreachable, ...content } = body
  if (target_user_ids !== undefined) {
    if (target_user_id !== undefined)
      throw invalidFieldProblem('/target_user_ids', 'Specify either one investor or several, not both')
    return sendToSeveral(target_user_ids, content, { leaveOut: skip_unreachable ?? false, actor })
  }
  if (skip_unreachable)
    throw invalidFieldProblem('/skip_unreachable', 'Investors can be skipped only when several are specified')
  return target_user_id === undefined ? broadcast(content, actor) : sendTo(target_user_id, content, actor)
}
