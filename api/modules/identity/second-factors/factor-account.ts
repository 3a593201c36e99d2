/** Accounts with second factors: investors and administrators alike. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AccountRealm } from '#common/access-token'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { admins, users } from '#db/schema/identity/accounts'
import { describeDisabled } from '#modules/identity/email-disputes/open-disputes'

/** An investor's account or an administrator's. */
export interface Account {
  role: AccountRealm
  id: number
}

interface OwnedTable {
  user_id: PgColumn
  admin_id: PgColumn
}

/** Condition for the rows of an account. */
export const ownedByCondition = (table: OwnedTable, { role, id }: Account) =>
  eq(role === 'admin' ? table.admin_id : table.user_id, id)

/** The columns that identify the account in a new row. */
export const toOwnerColumns = ({ role, id }: Account) => ({
  role,
  user_id: role === 'investor' ? id : null,
  admin_id: role === 'admin' ? id : null,
})

/** The account of a row. */
export function toAccount({
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

export interface AccountSecurity extends Account {
  /** The name under which its failed sign-ins are counted: an investor's email, an administrator's username. */
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

/** What sign-in and factors need to know about an account. Throws `session_expired` if it was deleted. */
export async function getAccount(account: Account): Promise<AccountSecurity> {
  const [row] = await selectAccount(account)
  if (!row) throw new Problem('session_expired', 'This account no longer exists.')
  return { ...account, ...row }
}

/** The active account that signs in with this name: an investor's email, an administrator's username. */
export async function findAccountByName(role: AccountRealm, name: string): Promise<Account | undefined> {
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
 * Locks the account's row until the transaction ends, so that changes to its factors take turns. Throws
 * `account_disabled`, and `session_expired` if it was deleted.
 */
export async function lockAccount(account: Account): Promise<void> {
  const [row] = await selectAccount(account).for('no key update')
  if (!row) throw new Problem('session_expired', 'This account no longer exists.')
  if (!row.is_active) throw await describeDisabled(account)
}
