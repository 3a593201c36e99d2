import { inArray } from 'drizzle-orm'
import { database } from '#db/connection'
import { users } from '#db/schema/identity/accounts'
import { getLegalName } from '#modules/identity/profile/legal-name'

/** The legal names of investors by id; empty for a deleted account. */
export async function listUserNames(ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database()
    .select({ id: users.id, name: getLegalName(users) })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
