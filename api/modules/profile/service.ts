import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import type { ProfileBody } from '#contract/profile'
import type { User } from '#contract/session'
import { database } from '#db/connection'
import { prepared } from '#db/prepared'
import { users } from '#db/schema/accounts'
import { mustConfirmEmail } from '#modules/accounts/email-rule'

/** The columns of their own row that investors may see. */
const columns = {
  id: users.id,
  first_name: users.first_name,
  last_name: users.last_name,
  email: users.email,
  email_confirmed: users.email_confirmed,
  phone: users.phone,
  linkedin: users.linkedin,
  twitter: users.twitter,
  telegram: users.telegram,
  country: users.country,
  is_verified: users.is_verified,
  closes_at: users.closes_at,
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
  const { closes_at, created_at, updated_at, ...user } = row
  return {
    ...user,
    ...(mustConfirmEmail(user) && { must_confirm_email: true }),
    ...(closes_at && { closes_at: closes_at.toISOString() }),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** The profile of an investor. Throws `not_found` when the account was deleted. */
export async function readProfile(userId: number): Promise<User> {
  return userOf(await byId().execute({ userId }))
}

/**
 * Changes the given fields only. Offerings admit investors by their country, so one that was verified with the account
 * stays: throws `conflict` for another. Throws `not_found` when the account was deleted.
 */
export async function updateProfile(userId: number, changes: ProfileBody): Promise<User> {
  if (Object.keys(changes).length === 0) return readProfile(userId)
  const { country } = changes
  const keepsCountry =
    country === undefined
      ? undefined
      : or(not(users.is_verified), eq(users.country, ''), eq(users.country, country))
  const changed = await database()
    .update(users)
    .set(changes)
    .where(and(eq(users.id, userId), isNull(users.deleted_at), keepsCountry))
    .returning(columns)
  if (changed.length > 0) return userOf(changed)
  await readProfile(userId)
  throw new Problem(
    'conflict',
    'Your country was verified with your identity. Ask the support team to change it.',
  )
}
