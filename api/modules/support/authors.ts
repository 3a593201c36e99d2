/** Notifications to the investors who wrote to the team while signed in. */
import { and, isNotNull, type SQL } from 'drizzle-orm'
import { database } from '#db/connection'
import { lockLiveUsers } from '#db/lock-order'
import { notifications } from '#db/schema/notifications'
import type { callSchedules, chatSessions, supportTickets } from '#db/schema/support'

type Written = typeof supportTickets | typeof callSchedules | typeof chatSessions

/**
 * Locks the live accounts of the authors of these rows, before the rows themselves (see `lock-order.ts`), and returns
 * their ids.
 */
export async function lockAuthors(table: Written, condition: SQL): Promise<ReadonlySet<number>> {
  const rows = await database()
    .selectDistinct({ id: table.user_id })
    .from(table)
    .where(and(condition, isNotNull(table.user_id)))
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return new Set()
  return new Set((await lockLiveUsers(ids)).map(({ id }) => id))
}

interface Notice {
  user_id: number | null
  title: string
  message: string
}

/** Notifies the authors whose accounts {@link lockAuthors} has locked. */
export async function notifyAuthors(live: ReadonlySet<number>, notices: Notice[]): Promise<void> {
  const wanted = notices.flatMap(({ user_id, ...notice }) =>
    user_id !== null && live.has(user_id) ? [{ ...notice, user_id, category: 'system' as const }] : [],
  )
  if (wanted.length > 0) await database().insert(notifications).values(wanted)
}
