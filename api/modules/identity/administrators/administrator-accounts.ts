/** Administrator accounts, as owners manage them: listed, created, given roles, disabled and deleted. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { assertUnchanged } from '#common/optimistic-lock'
import type {
  AdministratorAccount,
  AdministratorBody,
  NewAdministratorBody,
} from '#contract/identity/admin-administrators'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockedRowsCondition } from '#db/row-locks'
import { admins } from '#db/schema/identity/accounts'
import { factors } from '#db/schema/identity/second-factors'
import { UNUSABLE_PASSWORD_HASH } from '#modules/identity/accounts/account-recovery'
import { listNotYetDeactivatedBy } from '#modules/identity/accounts/deactivations'
import { revokeLinks } from '#modules/identity/accounts/email-links'
import { assertUndisputed, dropDisputes } from '#modules/identity/email-disputes/open-disputes'
import { deleteRecoveryCodes } from '#modules/identity/second-factors/recovery-codes'
import { assertNewPassword } from '#modules/identity/session/investor-session'
import { hashPassword, withHashSlot } from '#modules/identity/session/passwords'
import { syncRevokedAdmin } from '#modules/identity/session/session-store'
import { isEmailConfigured } from '#modules/messaging/email/outbox'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { type AdminRole, adminRoles, emailLinkTypes } from '#shared/enums/accounts'
import { queueInvitationEmail } from './administrator-invitation.ts'
import { assertNamesAvailable, describeTakenName } from './administrator-usernames.ts'

type AdminRow = typeof admins.$inferSelect

/** An administrator as stored in the audit log. */
export const toAuditedAdministrator = ({ id, username, email, roles, is_active }: AdminRow) => ({
  id,
  username,
  email,
  roles,
  is_active,
})

/** Roles in list order, so that equal choices are equal lists. */
const sortedRoles = (roles: readonly AdminRole[]): AdminRole[] =>
  adminRoles.filter((role) => roles.includes(role))

const toAccount = (row: AdminRow, hasFactor: boolean): AdministratorAccount => ({
  id: row.id,
  username: row.username,
  email: row.email,
  roles: row.roles,
  is_active: row.is_active,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  second_factor: hasFactor,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const readOwnersOfFactors = async (): Promise<Set<number | null>> => {
  const rows = await database()
    .selectDistinct({ id: factors.admin_id })
    .from(factors)
    .where(and(isNotNull(factors.admin_id), isNotNull(factors.confirmed_at)))
  return new Set(rows.map(({ id }) => id))
}

const toAccountWithFactor = async (row: AdminRow): Promise<AdministratorAccount> =>
  toAccount(row, (await readOwnersOfFactors()).has(row.id))

/** All administrators, ordered by name. */
export async function listAccounts() {
  const [rows, secured] = await Promise.all([
    database().select().from(admins).where(isNull(admins.deleted_at)).orderBy(sql`lower(${admins.username})`),
    readOwnersOfFactors(),
  ])
  return {
    administrators: rows.map((row) => toAccount(row, secured.has(row.id))),
    mail_configured: isEmailConfigured(),
  }
}

/** All administrators who were not deleted, locked: of two concurrent changes the second sees the first. */
export const lockAdministrators = () =>
  database()
    .select()
    .from(admins)
    .where(isNull(admins.deleted_at))
    .orderBy(asc(admins.id))
    .for('no key update')

const isActiveOwner = ({ is_active, roles }: AdminRow): boolean => is_active && roles.includes('owner')

/** Throws `conflict` if no one but this row is an owner who can sign in. */
export function assertAnotherOwner(rows: readonly AdminRow[], row: AdminRow): void {
  if (!isActiveOwner(row) || rows.some((other) => other.id !== row.id && isActiveOwner(other))) return
  throw new Problem(
    'conflict',
    `${row.username} is the last active owner. Assign the owner role to another administrator first.`,
  )
}

/** Throws `forbidden` if the caller has been disabled, deleted or given other roles since the call was accepted. */
function assertStillOwner(rows: readonly AdminRow[], { adminId }: Actor): void {
  if (rows.some((row) => row.id === adminId && isActiveOwner(row))) return
  throw new Problem('forbidden', 'You are no longer an owner. Another owner can make this change.')
}

/** The hash of a password given instead of an emailed link. Throws `validation`. */
async function hashGiven(
  { password, email }: NewAdministratorBody,
  { address }: Actor,
): Promise<string | undefined> {
  if (password === undefined) return undefined
  if (isEmailConfigured()) {
    throw invalidFieldProblem(
      '/password',
      'Do not set a password: the administrator will set one using the emailed link.',
    )
  }
  await assertNewPassword(password, email)
  return withHashSlot({ address }, () => hashPassword(password))
}

/**
 * Creates an account. Without a password, its owner is emailed a link to set one. Throws `validation` for a weak
 * password, or for any password where email is sent, and `conflict` for a name or email in use.
 */
export async function createAccount(body: NewAdministratorBody, actor: Actor): Promise<AdministratorAccount> {
  const { username, email, reason } = body
  const password_hash = await hashGiven(body, actor)
  try {
    return await inTransaction(async () => {
      assertStillOwner(await lockAdministrators(), actor)
      await assertNamesAvailable(undefined, body)
      const roles = sortedRoles(body.roles)
      const [row] = await database()
        .insert(admins)
        .values({
          username,
          email,
          roles,
          password_hash: password_hash ?? UNUSABLE_PASSWORD_HASH,
          // The creator knows it.
          must_change_password: password_hash !== undefined,
        })
        .returning()
      if (!row) throw new Error('An insert returned no row')
      if (password_hash === undefined) await queueInvitationEmail(row)
      await recordAudit(actor, {
        action: 'admin.create',
        entity: 'admin',
        entityId: row.id,
        after: {
          ...toAuditedAdministrator(row),
          first_password: password_hash
            ? 'Set by the creator of the account'
            : 'Set by the administrator via emailed link',
          reason,
        },
      })
      return toAccount(row, false)
    })
  } catch (error) {
    throw describeTakenName(error)
  }
}

const notFound = () => new Problem('not_found', 'Administrator not found.')

const actionOf = (before: AdminRow, after: AdminRow, isDisabledAgain: boolean): string => {
  if (before.is_active === after.is_active && !isDisabledAgain) return 'admin.set_roles'
  return after.is_active ? 'admin.enable' : 'admin.disable'
}

/**
 * Changes roles, or enables or disables an account. A change of roles and a disabling end the sessions immediately.
 * Throws `not_found`, `stale_write`, `forbidden` for one's own roles, and `conflict` for the last active owner.
 */
export function updateAccount(
  id: number,
  { roles, is_active, reason, updated_at }: AdministratorBody,
  actor: Actor,
): Promise<AdministratorAccount> {
  if (id === actor.adminId && roles) {
    throw new Problem('forbidden', 'You cannot change your own roles. Another owner can change them.')
  }
  return inTransaction(async () => {
    const rows = await lockAdministrators()
    assertStillOwner(rows, actor)
    const before = rows.find((row) => row.id === id)
    if (!before) throw notFound()
    assertUnchanged(before, updated_at, 'administrator')
    const wanted = {
      roles: roles ? sortedRoles(roles) : before.roles,
      is_active: is_active ?? before.is_active,
    }
    if (!isActiveOwner({ ...before, ...wanted })) assertAnotherOwner(rows, before)
    if (wanted.is_active && !before.is_active) await assertUndisputed('admin', [id], 'enable')
    // An account that a dispute has locked stays disabled once the dispute is resolved.
    const isDisabledAgain =
      is_active === false &&
      !before.is_active &&
      (await listNotYetDeactivatedBy(actor, 'admin', [id])).length > 0
    const [after] = await database().update(admins).set(wanted).where(eq(admins.id, id)).returning()
    if (!after) throw notFound()
    // An earlier link would give access to a disabled account once it is enabled again.
    if (before.is_active && !after.is_active) await revokeLinks({ adminId: id }, 'reset')
    await syncRevokedAdmin(id)
    await recordAudit(actor, {
      action: actionOf(before, after, isDisabledAgain),
      entity: 'admin',
      entityId: id,
      before: toAuditedAdministrator(before),
      after: { ...toAuditedAdministrator(after), ...(reason && { reason }) },
      changed:
        isDisabledAgain ||
        JSON.stringify(toAuditedAdministrator(before)) !== JSON.stringify(toAuditedAdministrator(after)),
    })
    return toAccountWithFactor(after)
  })
}

/**
 * Deletes an account: it ends, with its sessions, factors and links, and its row stays for the audit log. Throws
 * `not_found`, and `conflict` for the last active owner.
 */
export function deleteAccount(id: number, reason: string | undefined, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const rows = await lockAdministrators()
    assertStillOwner(rows, actor)
    const before = rows.find((row) => row.id === id)
    if (!before) throw notFound()
    assertAnotherOwner(rows, before)
    for (const kind of emailLinkTypes) await revokeLinks({ adminId: id }, kind)
    await dropDisputes({ role: 'admin', id })
    await database()
      .update(admins)
      .set({ is_active: false, deleted_at: sql`now()`, password_hash: UNUSABLE_PASSWORD_HASH })
      .where(eq(admins.id, id))
    await database()
      .delete(factors)
      .where(lockedRowsCondition(factors, eq(factors.admin_id, id)))
    await deleteRecoveryCodes({ role: 'admin', id })
    await syncRevokedAdmin(id)
    await recordAudit(actor, {
      action: 'admin.delete',
      entity: 'admin',
      entityId: id,
      before: toAuditedAdministrator(before),
      ...(reason && { after: { reason } }),
      changed: true,
    })
  })
}
