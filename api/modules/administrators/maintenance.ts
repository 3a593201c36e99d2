/** Changes to administrators' accounts made from the terminal of the machine, recorded in the audit log as such. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { TERMINAL_NAME, terminal } from '#common/actor'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockedRows } from '#db/lock-order'
import { admins, sessions } from '#db/schema/accounts'
import { factors } from '#db/schema/factors'
import { endLinks } from '#modules/accounts/links'
import { recordAudit } from '#modules/audit/service'
import { decideOpenDispute } from '#modules/email-disputes/service'
import { removeRecoveryCodes } from '#modules/factors/recovery-codes'
import { hashPassword } from '#modules/session/passwords'
import { checkNewPassword } from '#modules/session/service'
import { endSessions, syncRevokedAdmin } from '#modules/session/session-store'
import type { AdminRole } from '#shared/enums/accounts'
import { assertAnotherOwner, keptAdministrator, lockAdministrators } from './accounts.ts'
import { checkNames, explainTaken } from './names.ts'

type AdminRow = typeof admins.$inferSelect

async function findByName(username: string): Promise<AdminRow> {
  const [row] = await database()
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.username})`, username.toLowerCase()), isNull(admins.deleted_at)))
  if (!row) throw new Problem('not_found', `There is no administrator called ${username}.`)
  return row
}

/** Every administrator, in the order of their names. */
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
  await checkNewPassword(password, email)
  const password_hash = await hashPassword(password)
  try {
    return await inTransaction(async () => {
      await checkNames(undefined, { username, email })
      const [row] = await database()
        .insert(admins)
        .values({ username, email, password_hash, roles })
        .returning()
      if (!row) throw new Error('An insert returned no row')
      const event = {
        action: 'admin.create',
        entity: 'admin',
        entityId: row.id,
        after: keptAdministrator(row),
      }
      await recordAudit(terminal, { ...event, name: TERMINAL_NAME })
      return row
    })
  } catch (error) {
    throw explainTaken(error)
  }
}

/**
 * Sets another password for an account and ends its sessions. Throws `not_found`, and `validation` for a weak
 * password.
 */
export async function resetPassword(username: string, password: string): Promise<void> {
  const row = await findByName(username)
  await checkNewPassword(password, row.email)
  const password_hash = await hashPassword(password)
  await inTransaction(async () => {
    await database().update(admins).set({ password_hash }).where(eq(admins.id, row.id))
    await endLinks({ adminId: row.id }, 'reset')
    await syncRevokedAdmin(row.id)
    await recordAudit(terminal, {
      action: 'admin.reset_password',
      entity: 'admin',
      entityId: row.id,
      name: TERMINAL_NAME,
    })
  })
}

/**
 * Enables an account, or disables it and ends its sessions. Enabling a frozen one resolves the dispute about its email,
 * which it keeps, or with `former` gets back. Throws `not_found`, and `conflict` for the last active owner.
 */
export async function setActive(username: string, active: boolean, { former = false } = {}): Promise<void> {
  const { id } = await findByName(username)
  if (active && (await decideOpenDispute(id, former ? 'restore' : 'keep'))) return
  if (former) throw new Problem('conflict', `No change of the email of ${username} is in dispute.`)
  await inTransaction(async () => {
    const rows = await lockAdministrators()
    const row = rows.find((one) => one.username.toLowerCase() === username.toLowerCase())
    if (!row) throw new Problem('not_found', `There is no administrator called ${username}.`)
    if (row.is_active === active) return
    if (!active) assertAnotherOwner(rows, row)
    await database().update(admins).set({ is_active: active }).where(eq(admins.id, row.id))
    await syncRevokedAdmin(row.id)
    await recordAudit(terminal, {
      action: active ? 'admin.enable' : 'admin.disable',
      entity: 'admin',
      entityId: row.id,
      before: keptAdministrator(row),
      after: keptAdministrator({ ...row, is_active: active }),
      name: TERMINAL_NAME,
    })
  })
}

/**
 * Removes all second factors and recovery codes of an account that can no longer show one, and ends its sessions: the
 * password alone signs in. Returns how many factors there were. Throws `not_found`, and `conflict` without one.
 */
export async function removeFactors(username: string): Promise<number> {
  const { id } = await findByName(username)
  return inTransaction(async () => {
    const db = database()
    await db.select().from(admins).where(eq(admins.id, id)).for('no key update')
    const removed = await db
      .delete(factors)
      .where(lockedRows(factors, eq(factors.admin_id, id)))
      .returning({ kind: factors.kind })
    if (removed.length === 0) throw new Problem('conflict', `${username} has no second factor.`)
    await removeRecoveryCodes({ role: 'admin', id })
    await endSessions(eq(sessions.admin_id, id), 'factors_removed')
    await recordAudit(terminal, {
      action: 'admin.remove_factor',
      entity: 'admin',
      entityId: id,
      before: { factors: removed.map(({ kind }) => kind) },
      changed: true,
      name: TERMINAL_NAME,
    })
    return removed.length
  })
}
