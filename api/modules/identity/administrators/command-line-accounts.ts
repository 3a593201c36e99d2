/** Changes to administrator accounts made in the machine's terminal, recorded in the audit log as such. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { COMMAND_LINE_NAME, commandLineActor } from '#common/audit-actor'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockedRowsCondition } from '#db/row-locks'
import { admins, sessions } from '#db/schema/identity/accounts'
import { factors } from '#db/schema/identity/second-factors'
import { revokeLinks } from '#modules/identity/accounts/email-links'
import { decideOpenDispute } from '#modules/identity/email-disputes/service'
import { deleteRecoveryCodes } from '#modules/identity/second-factors/recovery-codes'
import { assertNewPassword } from '#modules/identity/session/investor-session'
import { hashPassword } from '#modules/identity/session/passwords'
import { revokeSessions, syncRevokedAdmin } from '#modules/identity/session/session-store'
import { recordAudit } from '#modules/platform/audit/audit-log'
import type { AdminRole } from '#shared/enums/accounts'
import { assertAnotherOwner, lockAdministrators, toAuditedAdministrator } from './administrator-accounts.ts'
import { assertNamesAvailable, describeTakenName } from './administrator-usernames.ts'

type AdminRow = typeof admins.$inferSelect

async function findByName(username: string): Promise<AdminRow> {
  const [row] = await database()
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.username})`, username.toLowerCase()), isNull(admins.deleted_at)))
  if (!row) throw new Problem('not_found', `Administrator ${username} not found.`)
  return row
}

/** Every administrator, ordered by name. */
export const listAdministrators = () =>
  database().select().from(admins).where(isNull(admins.deleted_at)).orderBy(asc(admins.username))

interface NewAdministrator {
  username: string
  email: string
  password: string
  roles: AdminRole[]
}

/** Creates an account. Throws `validation` for a weak password, `conflict` for a name or email in use. */
export async function createAdministrator({
  username,
  email,
  password,
  roles,
}: NewAdministrator): Promise<AdminRow> {
  await assertNewPassword(password, email)
  const password_hash = await hashPassword(password)
  try {
    return await inTransaction(async () => {
      await assertNamesAvailable(undefined, { username, email })
      const [row] = await database()
        .insert(admins)
        .values({ username, email, password_hash, roles })
        .returning()
      if (!row) throw new Error('An insert returned no row')
      const event = {
        action: 'admin.create',
        entity: 'admin',
        entityId: row.id,
        after: toAuditedAdministrator(row),
      }
      await recordAudit(commandLineActor, { ...event, name: COMMAND_LINE_NAME })
      return row
    })
  } catch (error) {
    throw describeTakenName(error)
  }
}

/**
 * Sets another password for an account and ends its sessions. Throws `not_found`, and `validation` for a weak
 * password.
 */
export async function resetPassword(username: string, password: string): Promise<void> {
  const row = await findByName(username)
  await assertNewPassword(password, row.email)
  const password_hash = await hashPassword(password)
  await inTransaction(async () => {
    await database().update(admins).set({ password_hash }).where(eq(admins.id, row.id))
    await revokeLinks({ adminId: row.id }, 'reset')
    await syncRevokedAdmin(row.id)
    await recordAudit(commandLineActor, {
      action: 'admin.reset_password',
      entity: 'admin',
      entityId: row.id,
      name: COMMAND_LINE_NAME,
    })
  })
}

/**
 * Enables an account, or disables it and ends its sessions. Enabling a frozen one resolves the dispute about its email,
 * which it keeps or, with `former`, gets back. Throws `not_found`, and `conflict` for the last active owner.
 */
export async function setActive(username: string, active: boolean, { former = false } = {}): Promise<void> {
  const { id } = await findByName(username)
  if (active && (await decideOpenDispute(id, former ? 'restore' : 'keep'))) return
  if (former) throw new Problem('conflict', `There is no open email dispute for ${username}.`)
  await inTransaction(async () => {
    const rows = await lockAdministrators()
    const row = rows.find((one) => one.username.toLowerCase() === username.toLowerCase())
    if (!row) throw new Problem('not_found', `Administrator ${username} not found.`)
    if (row.is_active === active) return
    if (!active) assertAnotherOwner(rows, row)
    await database().update(admins).set({ is_active: active }).where(eq(admins.id, row.id))
    await syncRevokedAdmin(row.id)
    await recordAudit(commandLineActor, {
      action: active ? 'admin.enable' : 'admin.disable',
      entity: 'admin',
      entityId: row.id,
      before: toAuditedAdministrator(row),
      after: toAuditedAdministrator({ ...row, is_active: active }),
      name: COMMAND_LINE_NAME,
    })
  })
}

/**
 * Removes all second factors and recovery codes of an account that can no longer use them, and ends its sessions: the
 * password alone then signs in. Returns the number of factors. Throws `not_found`, and `conflict` if there are none.
 */
export async function resetFactors(username: string): Promise<number> {
  const { id } = await findByName(username)
  return inTransaction(async () => {
    const db = database()
    await db.select().from(admins).where(eq(admins.id, id)).for('no key update')
    const removed = await db
      .delete(factors)
      .where(lockedRowsCondition(factors, eq(factors.admin_id, id)))
      .returning({ kind: factors.kind })
    if (removed.length === 0)
      throw new Problem('conflict', `${username} has no two-step verification method.`)
    await deleteRecoveryCodes({ role: 'admin', id })
    await revokeSessions(eq(sessions.admin_id, id), 'factors_removed')
    await recordAudit(commandLineActor, {
      action: 'admin.remove_factor',
      entity: 'admin',
      entityId: id,
      before: { factors: removed.map(({ kind }) => kind) },
      changed: true,
      name: COMMAND_LINE_NAME,
    })
    return removed.length
  })
}
