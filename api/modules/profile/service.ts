import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { partOf } from '#common/process-state'
import { Problem } from '#contract/problem'
import type { ProfileBody } from '#contract/profile'
import type { User } from '#contract/session'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { prepared } from '#db/prepared'
import { accountEvents, users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { mustConfirmEmail } from '#modules/accounts/email-rule'
import type { Client } from '#modules/session/session-store'

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

const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`

/** The part of a name that fits beside another one. */
const clip = (name: string): string => (name.length > 95 ? `${name.slice(0, 94)}…` : name)

/** Throws `rate_limited` for one change of name too many, and notes it. The account is locked. */
async function noteNameChange(userId: number, client: Client, names: { from: string; to: string }) {
  const [changed] = await database()
    .select({
      today: count(),
      oldest: sql<number | null>`extract(epoch from now() - min(${accountEvents.at}))::float8`,
    })
    .from(accountEvents)
    .where(
      and(
        eq(accountEvents.user_id, userId),
        eq(accountEvents.kind, 'name_changed'),
        sql`${accountEvents.at} > now() - interval '1 day'`,
      ),
    )
  const most = partOf('accounts').nameChanges
  if ((changed?.today ?? 0) >= most) {
    throw new Problem(
      'rate_limited',
      `You can change your name ${most === 1 ? 'once' : `${most} times`} a day. Please try again tomorrow.`,
      { retryAfter: Math.max(1, Math.ceil(86_400 - (changed?.oldest ?? 0))) },
    )
  }
  await recordAccountEvent(userId, client, {
    kind: 'name_changed',
    detail: `From ${clip(names.from)} to ${clip(names.to)}`,
  })
}

/**
 * Changes the given fields only. Name and country that were verified with the account stay: throws `conflict` for others.
 * Throws `rate_limited` for too many changes of name, and `not_found` when the account was deleted.
 */
export function updateProfile(userId: number, changes: ProfileBody, client: Client): Promise<User> {
  if (Object.keys(changes).length === 0) return readProfile(userId)
  return inTransaction(async () => {
    const before = await lockLiveUser(userId, 'no key update')
    if (!before) return readProfile(userId)
    const after = { ...before, ...changes }
    const isRenamed = fullName(after) !== fullName(before)
    if (before.is_verified && isRenamed) {
      throw new Problem(
        'conflict',
        'Your name was verified with your identity. Contact support to change it: your identity is then verified again under the new name.',
      )
    }
    if (before.is_verified && before.country !== '' && after.country !== before.country) {
      throw new Problem(
        'conflict',
        'Your country was verified with your identity. Ask the support team to change it.',
      )
    }
    const changed = await database().update(users).set(changes).where(eq(users.id, userId)).returning(columns)
    if (isRenamed) await noteNameChange(userId, client, { from: fullName(before), to: fullName(after) })
    return userOf(changed)
  })
}
