/** Investors as administrators see and manage them. */

import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv, formatBoolean } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import { getService } from '#common/service-container'
import { requireSecond } from '#common/write-recorder'
import type { QueryOf } from '#contract/endpoint'
import type { AdminUser, adminUsers, BulkUpdateUsersBody, UserFilter } from '#contract/people/admin-users'
import { hasPermission } from '#contract/permissions'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { listPage, searchInvestors } from '#db/list-queries'
import { lockActiveAccount, lockActiveAccounts } from '#db/row-locks'
import { collateAlphabetically } from '#db/schema/column-types'
import { verifications } from '#db/schema/compliance/verifications'
import { users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { assertScreened, toAuditedMatches } from '#modules/compliance/screening/screening-matches'
import { recordManualVerifications } from '#modules/compliance/verifications/verification-rows'
import { listDeactivations, listNotYetDeactivatedBy } from '#modules/identity/accounts/deactivations'
import { assertUndisputed } from '#modules/identity/email-disputes/open-disputes'
import { clearFailures } from '#modules/identity/session/lockout'
import { syncRevokedUsers } from '#modules/identity/session/session-store'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { listCalculatedPortfolios } from '#modules/portfolio/calculated-figures'
import type { AdminRole } from '#shared/enums/accounts'

export { deleteUser } from './delete-user.ts'

/** All columns except the password hash and the time of deletion. */
const { password_hash: _, deleted_at: __, ...columns } = getTableColumns(users)

type UserRow = { [Name in keyof typeof columns]: (typeof users.$inferSelect)[Name] }

const toAdminUser = (row: UserRow): AdminUser => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_login_at: row.last_login_at?.toISOString() ?? null,
})

const noSuchUser = () => new Problem('not_found', 'Investor not found.')

const filters: Record<UserFilter, SQL | undefined> = {
  all: undefined,
  active: eq(users.is_active, true),
  inactive: not(users.is_active),
  verified: eq(users.is_verified, true),
  unverified: not(users.is_verified),
}

interface UserFilterQuery {
  filter: UserFilter
  id?: number
  search?: string
}

const conditionOf = ({ filter, id, search }: UserFilterQuery): SQL | undefined =>
  and(
    isNull(users.deleted_at),
    filters[filter],
    id === undefined ? undefined : eq(users.id, id),
    ...searchInvestors(search),
  )

/**
 * Sorts exact matches of name or email first, then those at their start, then by last name. For ascending lists.
 */
export function byBestMatch(search: string | undefined): SQL[] {
  const words = (search ?? '').trim().toLowerCase()
  const prefix = `${words.replace(/[\\%_]/g, '\\$&')}%`
  const { first_name, last_name, email } = users
  const spellings = [
    sql`btrim(lower(${first_name} || ' ' || ${last_name}))`,
    sql`lower(${last_name} || ' ' || ${first_name})`,
    sql`lower(${email})`,
  ]
  const rank = sql`case when ${words} in (${sql.join(spellings, sql`, `)}) then 0
    when ${or(...spellings.map((spelling) => sql`${spelling} like ${prefix}`))} then 1 else 2 end`
  return [rank, collateAlphabetically(last_name), collateAlphabetically(first_name)]
}

const sortColumns = {
  created_at: users.created_at,
  email: sql`lower(${users.email})`,
  first_name: collateAlphabetically(users.first_name),
  last_name: collateAlphabetically(users.last_name),
  // Users who never signed in sort before all others.
  last_login_at: sql`coalesce(${users.last_login_at}, '-infinity')`,
  is_active: users.is_active,
  is_verified: users.is_verified,
}

/** Whether the verification was last set manually, for a user joined with {@link verifications}. */
const byHand = sql<boolean>`coalesce(${verifications.by_hand}, false)`

/** A page of the investors, with portfolio values only for roles that may read money. */
export async function listUsers(
  query: QueryOf<typeof adminUsers.list>,
  roles: readonly AdminRole[] | undefined,
) {
  const isMoneyRead = hasPermission(roles, 'read')
  const condition = conditionOf(query)
  const { rows, pagination } = await listPage(query, {
    sorts: { ...sortColumns, match: byBestMatch(query.search) },
    tie: users.id,
    rows: ({ order, limit, offset }) =>
      database()
        .select({
          ...columns,
          by_hand: byHand,
          total_value: sql<
            string | null
          >`case when ${portfolios.is_recorded} then ${portfolios.total_value} end`,
        })
        .from(users)
        .leftJoin(portfolios, eq(portfolios.user_id, users.id))
        .leftJoin(verifications, eq(verifications.user_id, users.id))
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => database().select({ total: count() }).from(users).where(condition),
  })
  const locks = await getService('sessions').lockout.findLocks(
    'investor',
    rows.map(({ email }) => email),
  )
  const derived = await listCalculatedPortfolios(
    rows.flatMap(({ id, total_value }) => (isMoneyRead && total_value === null ? id : [])),
  )
  const derivedOf = new Map(derived.map(({ user_id, total_value }) => [user_id, total_value]))
  return {
    users: rows.map(({ total_value, by_hand, ...row }) => {
      const lock = locks.get(row.email)
      return {
        ...toAdminUser(row),
        by_hand,
        total_value: isMoneyRead ? total_value : null,
        derived_value: derivedOf.get(row.id) ?? null,
        lock: lock ? { until: lock.until.toISOString(), everywhere: lock.everywhere } : null,
      }
    }),
    pagination,
  }
}

/** Unlocks an account after failed sign-ins; does nothing if it is not locked. Throws `not_found`. */
export function unlockUser(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const user = await lockActiveAccount(id)
    if (!user) throw noSuchUser()
    await clearFailures('investor', user.email)
    // Locks are not rows of users: this refreshes the lists of other administrators.
    await database().execute(sql`select pg_notify('panel_changed', 'users')`)
    await recordAudit(actor, { action: 'user.unlock', entity: 'user', entityId: id })
  })
}

/** One investor. Throws `not_found`. */
export async function getUser(id: number): Promise<AdminUser> {
  const [row] = await database()
    .select(columns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
  if (!row) throw noSuchUser()
  return toAdminUser(row)
}

/** The flags to set, with the reason of a manual verification, which is stored. */
type Flags = Pick<BulkUpdateUsersBody, 'is_active' | 'is_verified'> & { reason?: string | undefined }

function actionOf({ is_active, is_verified }: Flags): string {
  if (is_active !== undefined && is_verified !== undefined) return 'user.update'
  if (is_active !== undefined) return is_active ? 'user.enable' : 'user.disable'
  return is_verified ? 'user.verify' : 'user.unverify'
}

/** The audited fields of an investor: entries outlive personal data, so they contain none. */
const auditable = ({ id, is_active, is_verified }: Pick<UserRow, 'id' | 'is_active' | 'is_verified'>) => ({
  id,
  is_active,
  is_verified,
})

/** Notifies investors who have just been verified. */
async function notifyVerified(verified: readonly Pick<UserRow, 'id'>[]): Promise<void> {
  if (verified.length === 0) return
  await database()
    .insert(notifications)
    .values(
      verified.map(({ id }) => ({
        user_id: id,
        category: 'system' as const,
        type: 'success' as const,
        title: 'Identity verified',
        message: 'Your identity has been verified. Your requests and subscriptions can now be approved.',
      })),
    )
}

/** No one alone activates investors whom another administrator deactivated. */
async function requireSecondIfDeactivatedByColleague(
  ids: readonly number[],
  { adminId }: Actor,
): Promise<void> {
  const deactivations = await listDeactivations('user', ids)
  if (deactivations.some(({ admin_id }) => admin_id !== adminId)) {
    requireSecond('Another administrator deactivated this account.')
  }
}

/** Sets flags of users, all or none, in the order of their ids so that two changes do not deadlock. */
function changeFlags(
  userIds: number[],
  { reason, ...flags }: Flags,
  actor: Actor,
  readAt?: string,
): Promise<AdminUser[]> {
  return inTransaction(async () => {
    const before = await lockActiveAccounts(userIds, 'no key update')
    if (before.length !== userIds.length) {
      if (userIds.length === 1) throw noSuchUser()
      throw new Problem('not_found', 'One or more of these investors no longer exist. No changes were made.')
    }
    for (const row of before) assertUnchanged(row, readAt, 'investor')
    const disabled = before.filter(({ is_active }) => !is_active).map(({ id }) => id)
    if (flags.is_active && disabled.length > 0) await assertUndisputed('investor', disabled, 'enable')
    if (flags.is_active) await requireSecondIfDeactivatedByColleague(disabled, actor)
    if (flags.is_active === false && before.length - disabled.length > 1)
      requireSecond('This deactivates several investors.')
    const unverified = before.filter(({ is_verified }) => !is_verified).map(({ id }) => id)
    const matches = flags.is_verified ? await assertScreened(unverified, reason, 'verified') : undefined
    const after = await database()
      .update(users)
      .set(flags)
      .where(inArray(users.id, userIds))
      .returning(columns)
    await syncRevokedUsers(userIds)
    const wasVerified = new Set(before.filter((row) => row.is_verified).map(({ id }) => id))
    if (flags.is_verified !== undefined) {
      const marked = after.flatMap(({ id, is_verified }) => (is_verified === wasVerified.has(id) ? [] : id))
      await recordManualVerifications(userIds, marked, { is_verified: flags.is_verified, reason }, actor)
    }
    await notifyVerified(after.filter(({ id, is_verified }) => is_verified && !wasVerified.has(id)))
    // Whoever activates an account that a second one deactivates again reverses this decision as well.
    const again = new Set(
      flags.is_active === false ? await listNotYetDeactivatedBy(actor, 'user', disabled) : [],
    )
    after.sort((a, b) => a.id - b.id)
    const [first, ...others] = after.map((row, at) => ({
      action: actionOf(flags),
      entity: 'user',
      entityId: row.id,
      before: { ...auditable(before[at] ?? row), ...toAuditedMatches(matches?.get(row.id)) },
      after: { ...auditable(row), ...toAuditedMatches(matches?.get(row.id)) },
      ...(again.has(row.id) && { changed: true }),
    }))
    if (first) await recordAudit({ ...actor, reason: reason || actor.reason }, first, ...others)
    return after.map(toAdminUser)
  })
}

/** Sets a flag of one investor. Throws `not_found` and `stale_write`. */
export async function updateUserStatus(
  id: number,
  { updated_at, ...flags }: Flags & { updated_at?: string },
  actor: Actor,
): Promise<AdminUser> {
  const [user] = await changeFlags([id], flags, actor, updated_at)
  if (!user) throw noSuchUser()
  return user
}

/**
 * Sets flags of many investors. Throws `not_found` if one has been deleted, and `validation` without a flag.
 */
export async function updateUserStatuses(
  { ids, ...flags }: BulkUpdateUsersBody & Pick<Flags, 'reason'>,
  actor: Actor,
) {
  if (flags.is_active === undefined && flags.is_verified === undefined) {
    throw invalidFieldProblem('/is_active', 'Specify is_active or is_verified')
  }
  const changed = await changeFlags([...new Set(ids)], flags, actor)
  return { users: changed, updated: changed.length }
}

/** The investors as a file, newest first. */
export function exportUsers(query: QueryOf<typeof adminUsers.exportCsv>): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  return exportCsv<UserRow & { by_hand: boolean }>({
    columns: [
      ['User ID', ({ id }) => id],
      ['First name', ({ first_name }) => first_name],
      ['Last name', ({ last_name }) => last_name],
      ['Email', ({ email }) => email],
      ['Phone', ({ phone }) => phone],
      ['Country', ({ country }) => country],
      ['Active', ({ is_active }) => formatBoolean(is_active)],
      ['Verified', ({ is_verified }) => formatBoolean(is_verified)],
      ['Manual verification', ({ is_verified, by_hand }) => formatBoolean(is_verified && by_hand)],
      ['Registered (UTC)', ({ created_at }) => created_at.toISOString()],
      ['Last sign-in (UTC)', ({ last_login_at }) => last_login_at?.toISOString() ?? ''],
    ],
    count: () => slowQueryDatabase().select({ total: count() }).from(users).where(condition),
    read: (last, limit) =>
      slowQueryDatabase()
        .select({ ...columns, by_hand: byHand })
        .from(users)
        .leftJoin(verifications, eq(verifications.user_id, users.id))
        .where(and(condition, last && lt(users.id, last.id)))
        // Ids are assigned in order of registration.
        .orderBy(desc(users.id))
        .limit(limit),
  })
}
