import { inArray } from 'drizzle-orm'
import { database } from '#db/connection'
import { users } from '#db/schema/identity/accounts'
import { formatFullName } from '#shared/full-name'

/** The names of investors by id; empty for a deleted account. */
export async function listUserNames(ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { id, first_name, last_name } = users
  const rows = await database().select({ id, first_name, last_name }).from(users).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, formatFullName(row)]))
}
