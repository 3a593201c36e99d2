/** The accounts that have second factors: investors and administrators alike. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Role } from '#common/access-token'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { admins, users } from '#db/schema/accounts'
import { explainDisabled } from '#modules/email-disputes/open'

/** An investor's account or an administrator's. */
export interface Account {
  role: Role
  id: number
}

interface OwnedTable {
  user_id: PgColumn
  admin_id: PgColumn
}

/** Condition for the rows of an account. */
export const ownedBy = (table: OwnedTable, { role, id }: Account) =>
  eq(role === 'admin' ? table.admin_id : table.user_id, id)

/** The columns that name the account in a new row. */
export const ownerColumns = ({ role, id }: Account) => ({
  role,
  user_id: role === 'investor' ? id : null,
  admin_id: role === 'admin' ? id : null,
})

/** The account of a row. */
export function accountOf({
  user_id,
  admin_id,
}: {
  user_id: number | null
  admin_id: number | null
}): Account {
  if (user_id !== null) return { role: 'investor', id: user_id }
  if (admin_id !== null) return { role: 'admin', id: admin_id }
  throw new Error('A factor has no owner')
}

export interface AccountFacts extends Account {
  /** The name that its failed sign-ins are counted under: an investor's email, an administrator's user name. */
  name: string
  displayName: string
  email: string
  password_hash: string
  is_active: boolean
}

function selectAccount({ role, id }: Account) {
  const db = database()
  if (role === 'admin') {
    const { username, email, password_hash, is_active } = admins
    return db
      .select({ name: username, displayName: username, email, password_hash, is_active })
      .from(admins)
      .where(eq(admins.id, id))
  }
  const { email, password_hash, is_active, first_name } = users
  return db
    .select({ name: email, displayName: first_name, email, password_hash, is_active })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
}

/** What sign-in and factors need to know of an account. Throws `session_expired` when it was deleted. */
export async function readAccount(account: Account): Promise<AccountFacts> {
  const [row] = await selectAccount(account)
  if (!row) throw new Problem('session_expired', 'This account no longer exists.')
  return { ...account, ...row }
}

/** The active account that signs in with this name: an investor's email, an administrator's user name. */
export async function findAccountByName(role: Role, name: string): Promise<Account | undefined> {
  const db = database()
  const lowered = name.toLowerCase()
  const [row] =
    role === 'admin'
      ? await db
          .select({ id: admins.id })
          .from(admins)
          .where(and(sql`lower(${admins.username}) = ${lowered}`, admins.is_active))
      : await db
          .select({ id: users.id })
          .from(users)
          .where(and(sql`lower(${users.email}) = ${lowered}`, isNull(users.deleted_at), users.is_active))
  return row && { role, id: row.id }
}

/**
 * Locks the account's row until the transaction ends: changes of its factors take turns. Throws `account_disabled`,
 * and `session_expired` when it was deleted.
 */
export async function lockAccount(account: Account): Promise<void> {
  const [row] = await selectAccount(account).for('no key update')
  if (!row) throw new Problem('session_expired', 'This account no longer exists.')
  if (!row.is_active) throw await explainDisabled(account)
}
