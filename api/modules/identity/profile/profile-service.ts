import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { getService } from '#common/service-container'
import type { ProfileBody } from '#contract/identity/profile'
import type { User } from '#contract/identity/session'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { prepareQuery } from '#db/prepared-queries'
import { lockActiveAccount } from '#db/row-locks'
import { verifications } from '#db/schema/compliance/verifications'
import { accountEvents, users } from '#db/schema/identity/accounts'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'
import { requiresEmailConfirmation } from '#modules/identity/accounts/email-confirmation-rule'
import type { Client } from '#modules/identity/session/session-store'
import { formatFullName, normalizeLastName } from '#shared/full-name'

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Compares the current name of an investor with the watchlist, so that a change cannot hide it. */
    nameScreening: {
      screen: (userId: number) => Promise<void>
      /** Whether the current name has been compared with the watchlist in force, if there is one. */
      isDone: (userId: number) => Promise<boolean>
    }
  }
}

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

const byId = prepareQuery((db) =>
  db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('userId')), isNull(users.deleted_at)))
    .prepare('profile'),
)

type Row = Awaited<ReturnType<ReturnType<typeof byId>['execute']>>[number]

function userOf([row]: Row[]): User {
  if (!row) throw new Problem('not_found', 'This account no longer exists.')
  const { closes_at, created_at, updated_at, ...user } = row
  return {
    ...user,
    ...(requiresEmailConfirmation(user) && { must_confirm_email: true }),
    ...(closes_at && { closes_at: closes_at.toISOString() }),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** The profile of an investor. Throws `not_found` when the account was deleted. */
export async function getProfile(userId: number): Promise<User> {
  return userOf(await byId().execute({ userId }))
}

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
  const most = getService('accounts').nameChanges
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

/** Whether the compliance team is reviewing the identity of an investor. */
async function isUnderReview(userId: number): Promise<boolean> {
  const [row] = await database()
    .select({ state: verifications.state })
    .from(verifications)
    .where(eq(verifications.user_id, userId))
  return row?.state === 'submitted' || row?.state === 'in_review'
}

/**
 * Changes the given fields only. A name that was verified, and the country of a verified account, stay, even if empty:
 * throws `conflict` for others.
 * A name is screened before it is replaced. Throws `rate_limited` for too many changes of name, and `not_found` when the
 * account was deleted.
 */
export async function updateProfile(userId: number, sent: ProfileBody, client: Client): Promise<User> {
  if (Object.keys(sent).length === 0) return getProfile(userId)
  const changes = {
    ...sent,
    ...(sent.last_name !== undefined && { last_name: normalizeLastName(sent.last_name) }),
  }
  const screening = getService('nameScreening')
  if (sent.first_name !== undefined || sent.last_name !== undefined) await screening.screen(userId)
  return inTransaction(async () => {
    const before = await lockActiveAccount(userId, 'no key update')
    if (!before) return getProfile(userId)
    const after = { ...before, ...changes }
    const isRenamed = formatFullName(after) !== formatFullName(before)
    if (isRenamed && !(await screening.isDone(userId))) {
      throw new Problem('conflict', 'Your name was changed elsewhere at the same moment. Please try again.')
    }
    // Also once the verification has ended: the name stays on the register and on what was issued.
    if (isRenamed && before.verified_name !== '' && formatFullName(after) !== before.verified_name) {
      throw new Problem(
        'conflict',
        'Your name was verified with your identity. Contact support to change it; your identity must then be verified again under the new name.',
      )
    }
    if (isRenamed && (await isUnderReview(userId))) {
      throw new Problem(
        'conflict',
        'Your name is part of the verification under review. You can change it once the review is complete.',
      )
    }
    if (before.is_verified && after.country !== before.country) {
      throw new Problem(
        'conflict',
        before.country
          ? 'Your country was verified with your identity. Contact support to change it; your identity must then be verified again.'
          : 'Your identity was verified without a country. Complete the identity verification to add it, or contact support.',
      )
    }
    const changed = await database().update(users).set(changes).where(eq(users.id, userId)).returning(columns)
    if (isRenamed)
      await noteNameChange(userId, client, { from: formatFullName(before), to: formatFullName(after) })
    return userOf(changed)
  })
}
