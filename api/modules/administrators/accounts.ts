/** The administrators' accounts, as owners manage them: listed, created, given roles, disabled and deleted. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type {
  AdministratorAccount,
  AdministratorBody,
  NewAdministratorBody,
} from '#contract/admin-administrators'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockedRows } from '#db/lock-order'
import { admins } from '#db/schema/accounts'
import { factors } from '#db/schema/factors'
import { endLinks } from '#modules/accounts/links'
import { NO_PASSWORD } from '#modules/accounts/taking-back'
import { recordAudit } from '#modules/audit/service'
import { checkUnchanged } from '#modules/editing'
import { assertUndisputed, dropDisputes } from '#modules/email-disputes/open'
import { removeRecoveryCodes } from '#modules/factors/recovery-codes'
import { isMailConfigured } from '#modules/mail/outbox'
import { hashPassword, withHashSlot } from '#modules/session/passwords'
import { checkNewPassword } from '#modules/session/service'
import { syncRevokedAdmin } from '#modules/session/session-store'
import { type AdminRole, adminRoles, linkKinds } from '#shared/enums/accounts'
import { mailInvitation } from './invitation.ts'
import { checkNames, explainTaken } from './names.ts'

type AdminRow = typeof admins.$inferSelect

/** An administrator as the audit log keeps one. */
export const keptAdministrator = ({ id, username, email, roles, is_active }: AdminRow) => ({
  id,
  username,
  email,
  roles,
  is_active,
})

/** Roles in the order of their list, so that equal choices are equal lists. */
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

/** All administrators, in the order of their names. */
export async function listAccounts() {
  const [rows, secured] = await Promise.all([
    database().select().from(admins).where(isNull(admins.deleted_at)).orderBy(sql`lower(${admins.username})`),
    readOwnersOfFactors(),
  ])
  return {
    administrators: rows.map((row) => toAccount(row, secured.has(row.id))),
    mail_configured: isMailConfigured(),
  }
}

/** All administrators who were not deleted, locked: of two changes at once the second sees the first. */
export const lockAdministrators = () =>
  database()
    .select()
    .from(admins)
    .where(isNull(admins.deleted_at))
    .orderBy(asc(admins.id))
    .for('no key update')

const isActiveOwner = ({ is_active, roles }: AdminRow): boolean => is_active && roles.includes('owner')

/** Throws `conflict` when nobody but this row is an owner who can sign in. */
export function assertAnotherOwner(rows: readonly AdminRow[], row: AdminRow): void {
  if (!isActiveOwner(row) || rows.some((other) => other.id !== row.id && isActiveOwner(other))) return
  throw new Problem(
    'conflict',
    `${row.username} is the last owner who can sign in. Make another administrator an owner first.`,
  )
}

/** Throws `forbidden` when the caller has been disabled, deleted or given other roles since the call was accepted. */
function assertStillOwner(rows: readonly AdminRow[], { adminId }: Actor): void {
  if (rows.some((row) => row.id === adminId && isActiveOwner(row))) return
  throw new Problem('forbidden', 'You are no longer an owner. Another owner can make this change.')
}

/** The hash of a password that was given in place of a mailed link. Throws `validation`. */
async function hashGiven(
  { password, email }: NewAdministratorBody,
  { address }: Actor,
): Promise<string | undefined> {
  if (password === undefined) return undefined
  if (isMailConfigured()) {
    throw invalidField(
      '/password',
      'The person chooses a password with the link that is mailed. Leave it out.',
    )
  }
  await checkNewPassword(password, email)
  return withHashSlot({ address }, () => hashPassword(password))
}

/**
 * Creates an account. Without a password its owner gets a link to set one by mail. Throws `validation` for a weak
 * password, or one where mail is sent, and `conflict` for a name or email in use.
 */
export async function createAccount(body: NewAdministratorBody, actor: Actor): Promise<AdministratorAccount> {
  const { username, email, reason } = body
  const password_hash = await hashGiven(body, actor)
  try {
    return await inTransaction(async () => {
      assertStillOwner(await lockAdministrators(), actor)
      await checkNames(undefined, body)
      const roles = sortedRoles(body.roles)
      const [row] = await database()
        .insert(admins)
        .values({
          username,
          email,
          roles,
          password_hash: password_hash ?? NO_PASSWORD,
          // The one who creates it knows it.
          must_change_password: password_hash !== undefined,
        })
        .returning()
      if (!row) throw new Error('An insert returned no row')
      if (password_hash === undefined) await mailInvitation(row)
      await recordAudit(actor, {
        action: 'admin.create',
        entity: 'admin',
        entityId: row.id,
        after: {
          ...keptAdministrator(row),
          first_password: password_hash
            ? 'Chosen by whoever adds the account'
            : 'Chosen by the person, by a mailed link',
          reason,
        },
      })
      return toAccount(row, false)
    })
  } catch (error) {
    throw explainTaken(error)
  }
}

const notFound = () => new Problem('not_found', 'There is no administrator with this id.')

const actionOf = (before: AdminRow, after: AdminRow): string => {
  if (before.is_active === after.is_active) return 'admin.set_roles'
  return after.is_active ? 'admin.enable' : 'admin.disable'
}

/**
 * Changes roles, enables or disables an account. Another choice of roles and a disabling end the sessions at once.
 * Throws `not_found`, `stale_write`, `forbidden` for one's own roles, and `conflict` for the last active owner.
 */
export function updateAccount(
  id: number,
  { roles, is_active, reason, updated_at }: AdministratorBody,
  actor: Actor,
): Promise<AdministratorAccount> {
  if (id === actor.adminId && roles) {
    throw new Problem('forbidden', 'Nobody changes their own roles. Another owner can change yours.')
  }
  return inTransaction(async () => {
    const rows = await lockAdministrators()
    assertStillOwner(rows, actor)
    const before = rows.find((row) => row.id === id)
    if (!before) throw notFound()
    checkUnchanged(before, updated_at, 'administrator')
    const wanted = {
      roles: roles ? sortedRoles(roles) : before.roles,
      is_active: is_active ?? before.is_active,
    }
    if (!isActiveOwner({ ...before, ...wanted })) assertAnotherOwner(rows, before)
    if (wanted.is_active && !before.is_active) await assertUndisputed('admin', [id])
    const [after] = await database().update(admins).set(wanted).where(eq(admins.id, id)).returning()
    if (!after) throw notFound()
    // A link from before would open a disabled account once it is enabled again.
    if (before.is_active && !after.is_active) await endLinks({ adminId: id }, 'reset')
    await syncRevokedAdmin(id)
    await recordAudit(actor, {
      action: actionOf(before, after),
      entity: 'admin',
      entityId: id,
      before: keptAdministrator(before),
      after: { ...keptAdministrator(after), ...(reason && { reason }) },
      changed: JSON.stringify(keptAdministrator(before)) !== JSON.stringify(keptAdministrator(after)),
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
    for (const kind of linkKinds) await endLinks({ adminId: id }, kind)
    await dropDisputes({ role: 'admin', id })
    await database()
      .update(admins)
      .set({ is_active: false, deleted_at: sql`now()`, password_hash: NO_PASSWORD })
      .where(eq(admins.id, id))
    await database()
      .delete(factors)
      .where(lockedRows(factors, eq(factors.admin_id, id)))
    await removeRecoveryCodes({ role: 'admin', id })
    await syncRevokedAdmin(id)
    await recordAudit(actor, {
      action: 'admin.delete',
      entity: 'admin',
      entityId: id,
      before: keptAdministrator(before),
      ...(reason && { after: { reason } }),
      changed: true,
    })
  })
}
