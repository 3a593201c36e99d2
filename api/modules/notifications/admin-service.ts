/** Notifications as administrators send, correct and delete them. */
import { and, count, countDistinct, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor, AuditAction } from '#common/actor'
import type { RowsFile } from '#common/files'
import type {
  AdminNotification,
  adminNotifications,
  NotificationEdit,
  SendBody,
} from '#contract/admin-notifications'
import type { QueryOf } from '#contract/endpoint'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { comesAfter, readList, searchIn } from '#db/listing'
import { lockedRows, lockLiveUser, lockLiveUsers } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { alphabetical } from '#db/schema/columns'
import { notifications } from '#db/schema/notifications'
import { recordAudit } from '#modules/audit/service'
import { exportCsv, yesOrNo } from '#modules/csv'
import { checkUnchanged } from '#modules/editing'

type NotificationRow = typeof notifications.$inferSelect

const toAdminNotification = ({ read_at: _, ...row }: NotificationRow): AdminNotification => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const noSuchNotification = () => new Problem('not_found', 'There is no notification with this id.')

/**
 * The audit log outlives an investor's data: it records the recipient and the kind of a notification, not its text.
 */
const auditable = ({ id, user_id, type, category }: NotificationRow) => ({ id, user_id, type, category })

async function checkUser(id: number): Promise<void> {
  const [user] = await database()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
  if (!user) throw new Problem('not_found', 'There is no user with this id.')
}

const conditionOf = (userId: number, { category, search }: QueryOf<typeof adminNotifications.exportCsv>) =>
  and(
    eq(notifications.user_id, userId),
    category && eq(notifications.category, category),
    ...searchIn(search, [notifications.title, notifications.message]),
  )

/** A page of one investor's notifications. Throws `not_found`. */
export async function listNotificationsOf(userId: number, query: QueryOf<typeof adminNotifications.list>) {
  await checkUser(userId)
  const condition = conditionOf(userId, query)
  const sorts = {
    created_at: notifications.created_at,
    title: alphabetical(notifications.title),
    is_read: notifications.is_read,
  }
  const { rows, pagination } = await readList(query, {
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
export async function exportNotificationsOf(
  userId: number,
  query: QueryOf<typeof adminNotifications.exportCsv>,
): Promise<RowsFile> {
  await checkUser(userId)
  const condition = conditionOf(userId, query)
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
      ['Read', ({ is_read }) => yesOrNo(is_read)],
    ],
    count: () => slowDatabase().select({ total: count() }).from(notifications).where(condition),
    read: (last, limit) =>
      slowDatabase()
        .select()
        .from(notifications)
        .where(and(condition, comesAfter('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

/** One notification. Throws `not_found`. */
export async function readNotification(id: number): Promise<AdminNotification> {
  const [row] = await database().select().from(notifications).where(eq(notifications.id, id))
  if (!row) throw noSuchNotification()
  return toAdminNotification(row)
}

/**
 * Changes the content of a notification that an administrator wrote. Throws `not_found`, `stale_write`, and `conflict` for
 * one that the system sent.
 */
export function updateNotification(
  id: number,
  { updated_at, ...changes }: NotificationEdit,
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
      throw new Problem(
        'conflict',
        'The system sent this notification: it is a record of what happened, and cannot be changed.',
        { isFinal: true },
      )
    }
    checkUnchanged(before, updated_at, 'notification')
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
      // The text is in neither.
      changed: after.updated_at.getTime() !== before.updated_at.getTime(),
    })
    return toAdminNotification(after)
  })
}

/** How many investors these notifications were sent to. */
export async function countReaders(ids: number[]): Promise<number> {
  const [found] = await database()
    .select({ readers: countDistinct(notifications.user_id) })
    .from(notifications)
    .where(inArray(notifications.id, ids))
  return found?.readers ?? 0
}

/** Deletes notifications; returns their number. */
export function deleteNotifications(ids: number[], actor: Actor): Promise<number> {
  return inTransaction(async () => {
    const deleted = await database()
      .delete(notifications)
      .where(lockedRows(notifications, inArray(notifications.id, ids)))
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

/** Deletes one notification. Throws `not_found`. */
export async function deleteNotification(id: number, actor: Actor): Promise<void> {
  if ((await deleteNotifications([id], actor)) === 0) throw noSuchNotification()
}

type Content = Omit<SendBody, 'target_user_id' | 'target_user_ids' | 'skip_unreachable'>

/**
 * The one entry of a message to these recipients, 500 at most: `audit_investors` finds those of several in `entries`.
 */
function sentEntry(rows: readonly NotificationRow[], { type, category }: Content): AuditAction {
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
    after: { type, category, target_users: rows.length, entries },
  }
}

/** Notifies one investor. Throws `validation` for an unknown or disabled one. */
function sendTo(userId: number, content: Content, actor: Actor): Promise<number> {
  return inTransaction(async () => {
    const user = await lockLiveUser(userId)
    if (!user) throw invalidField('/target_user_id', 'There is no such user')
    if (!user.is_active) throw invalidField('/target_user_id', 'This user is disabled and would not see it')
    const [row] = await database()
      .insert(notifications)
      .values({ ...content, user_id: userId, is_manual: true })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await recordAudit(actor, sentEntry([row], content))
    return 1
  })
}

/**
 * Notifies several investors, all of them or none. Throws `validation` when one of them is deleted or disabled, unless
 * those are to be left out.
 */
function sendToSeveral(
  userIds: readonly number[],
  content: Content,
  { leaveOut, actor }: { leaveOut: boolean; actor: Actor },
): Promise<number> {
  return inTransaction(async () => {
    const wanted = [...new Set(userIds)]
    const active = (await lockLiveUsers(wanted)).filter(({ is_active }) => is_active)
    const missing = wanted.length - active.length
    if (missing > 0 && !leaveOut) {
      throw invalidField(
        '/target_user_ids',
        `${missing === 1 ? '1 of these users was' : `${missing} of these users were`} deleted or disabled. Nobody was notified.`,
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
 * deleted in the meantime is left out, and does not fail the broadcast.
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
      after: { title, message, type, category, target_users: reached },
    })
    return reached
  })
}

/**
 * Notifies one investor, several, or all active ones; returns how many. Throws `validation` when both one and several
 * are given, or others than several are to be left out.
 */
export function sendNotification(body: SendBody, actor: Actor): Promise<number> {
  const { target_user_id, target_user_ids, skip_unreachable, ...content } = body
  if (target_user_ids !== undefined) {
    if (target_user_id !== undefined)
      throw invalidField('/target_user_ids', 'Name one user or several, not both')
    return sendToSeveral(target_user_ids, content, { leaveOut: skip_unreachable ?? false, actor })
  }
  if (skip_unreachable)
    throw invalidField('/skip_unreachable', 'Somebody can be left out only where several are named')
  return target_user_id === undefined ? broadcast(content, actor) : sendTo(target_user_id, content, actor)
}
