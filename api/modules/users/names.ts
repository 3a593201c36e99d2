import { inArray } from 'drizzle-orm'
import { database } from '#db/connection'
import { users } from '#db/schema/accounts'

/** The names of investors by id; empty of a deleted account. */
export async function readNames(ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { id, first_name, last_name } = users
  const rows = await database().select({ id, first_name, last_name }).from(users).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]))
}
