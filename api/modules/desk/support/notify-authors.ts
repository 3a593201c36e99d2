/** Investors who wrote to the team while signed in: their notifications and current email addresses. */
import { and, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { database } from '#db/connection'
import { matchesPattern, toSearchPatterns } from '#db/list-queries'
import { lockActiveAccounts } from '#db/row-locks'
import type { callSchedules, chatSessions, supportTickets } from '#db/schema/desk/support'
import { users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'

type Written = typeof supportTickets | typeof callSchedules | typeof chatSessions

/** The current email addresses of live accounts, by id. */
export type Authors = ReadonlyMap<number, string>

/**
 * Locks the live accounts of the authors of these rows before the rows themselves (see `row-locks.ts`):
 * their addresses do not change until the transaction ends.
 */
export async function lockAuthors(table: Written, condition: SQL): Promise<Authors> {
  const rows = await database()
    .selectDistinct({ id: table.user_id })
    .from(table)
    .where(and(condition, isNotNull(table.user_id)))
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return new Map()
  return new Map((await lockActiveAccounts(ids, 'share')).map(({ id, email }) => [id, email]))
}

/**
 * A row with its author's email address: the current one of the account, since someone else may now read the
 * one it was written from. A visitor's row keeps its own.
 */
export const atPresentAddress = <Row extends { user_id: number | null; email: string }>(
  live: Authors,
  row: Row,
): Row => ({ ...row, email: (row.user_id === null ? undefined : live.get(row.user_id)) ?? row.email })

/** The current address of the account that wrote a row, as a list column; null for a visitor. */
export const accountEmail = (table: Written): SQL<string | null> =>
  sql<string | null>`(select users.email from users where users.id = ${table.user_id})`

/** Rows that contain every search word in the columns or in the current address of their author's account. */
export const searchWritten = (
  search: string | undefined,
  table: Written,
  columns: (PgColumn | SQL)[],
): (SQL | undefined)[] =>
  toSearchPatterns(search).map((pattern) => {
    const authors = database()
      .select({ id: users.id })
      .from(users)
      .where(matchesPattern(pattern, [users.email]))
    return or(matchesPattern(pattern, columns), inArray(table.user_id, authors))
  })

interface Notice {
  user_id: number | null
  title: string
  message: string
}

/** Notifies the authors whose accounts {@link lockAuthors} has locked. */
export async function notifyAuthors(live: Authors, notices: Notice[]): Promise<void> {
  const wanted = notices.flatMap(({ user_id, ...notice }) =>
    user_id !== null && live.has(user_id) ? [{ ...notice, user_id, category: 'system' as const }] : [],
  )
  if (wanted.length > 0) await database().insert(notifications).values(wanted)
}
