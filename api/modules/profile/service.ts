import { and, eq, isNull, sql } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import type { ProfileBody } from '#contract/profile'
import type { User } from '#contract/session'
import { database } from '#db/connection'
import { prepared } from '#db/prepared'
import { users } from '#db/schema/accounts'

/** The columns of their own row that investors may see. */
const columns = {
  id: users.id,
  first_name: users.first_name,
  last_name: users.last_name,
  email: users.email,
  phone: users.phone,
  linkedin: users.linkedin,
  twitter: users.twitter,
  telegram: users.telegram,
  country: users.country,
  is_verified: users.is_verified,
  created_at: users.created_at,
  updated_at: users.updated_at,
}

const byId = prepared((db) =>
  db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('userId')), isNull(users.deleted_at)))
    .prepare('profile'),
)

type Row = Awaited<ReturnType<ReturnType<typeof byId>['execute']>>[number]

function userOf([row]: Row[]): User {
  if (!row) throw new Problem('not_found', 'The account of this session no longer exists.')
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
}

/** The profile of an investor. Throws `not_found` when the account was deleted. */
export async function readProfile(userId: number): Promise<User> {
  return userOf(await byId().execute({ userId }))
}

/** Changes the given fields only. Throws `not_found` when the account was deleted. */
export async function updateProfile(userId: number, changes: ProfileBody): Promise<User> {
  if (Object.keys(changes).length === 0) return readProfile(userId)
  return userOf(
    await database()
      .update(users)
      .set(changes)
      .where(and(eq(users.id, userId), isNull(users.deleted_at)))
      .returning(columns),
  )
}
