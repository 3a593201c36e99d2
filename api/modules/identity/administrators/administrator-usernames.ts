/** Usernames and emails of administrators: each belongs to one account, also across the two kinds. */
import { and, eq, gt, isNotNull, max, ne, sql } from 'drizzle-orm'
import { toNameShape } from '#common/look-alikes'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { admins } from '#db/schema/identity/accounts'
import { auditLog } from '#db/schema/platform/audit'

/** Names under which the audit log lists what no administrator did. */
const reservedNames = ['account owner', 'administrator', 'investor', 'server', 'system']

const usernameTaken = () => new Problem('conflict', 'This username is already in use', { isFinal: true })
const emailTaken = () => new Problem('conflict', 'This email is already in use', { isFinal: true })

/**
 * Whether a former username of another administrator has this shape: entries of the audit log may show it. Reads the
 * entries after `since`, and returns the last one read.
 */
async function findFormerUsername(
  adminId: number | undefined,
  { shape, since }: { shape: string; since: number },
): Promise<{ isFound: boolean; last: number }> {
  const former = sql<string>`${auditLog.before}->>'username'`
  const rows = await database()
    .select({ username: former, last: max(auditLog.id) })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.action, 'admin.update'),
        gt(auditLog.id, since),
        eq(auditLog.entity, 'admin'),
        adminId === undefined ? undefined : ne(auditLog.entity_id, String(adminId)),
        isNotNull(former),
      ),
    )
    .groupBy(former)
  return {
    isFound: rows.some(({ username }) => toNameShape(username) === shape),
    last: rows.reduce((last, row) => Math.max(last, row.last ?? 0), since),
  }
}

const usernameInLog = (owner: string) =>
  new Problem(
    'conflict',
    `This username belonged to ${owner} and cannot be reused because it remains in the audit log. Choose another username.`,
    { isFinal: true },
  )

/**
 * Throws `conflict` for a username that is reserved or looks like another administrator's, present or former, and for an
 * email that another one has, including one's email as another's username: anyone signing in by either would be taken
 * for the other. Two concurrent changes take turns by the lock on all rows.
 */
export async function assertNamesAvailable(
  adminId: number | undefined,
  { username, email }: { username?: string | undefined; email?: string | undefined },
): Promise<void> {
  if (username === undefined && email === undefined) return
  const shape = username && toNameShape(username)
  // Before anything is locked, since this takes longest.
  const former = shape ? await findFormerUsername(adminId, { shape, since: 0 }) : undefined
  const rows = await database().select().from(admins).orderBy(admins.id).for('no key update')
  const others = rows.filter(({ id }) => id !== adminId)
  const having = (field: 'username' | 'email', name: string | undefined) =>
    name === undefined ? undefined : others.find((row) => row[field].toLowerCase() === name.toLowerCase())
  if (shape && reservedNames.some((name) => toNameShape(name) === shape)) {
    throw new Problem('conflict', 'This username is reserved. Choose another username.', { isFinal: true })
  }
  const namesake = shape ? others.find((row) => toNameShape(row.username) === shape) : undefined
  if (namesake?.deleted_at) throw usernameInLog('a deleted administrator')
  if (namesake || having('email', username)) throw usernameTaken()
  if (shape && former) {
    const meanwhile = await findFormerUsername(adminId, { shape, since: former.last })
    if (former.isFound || meanwhile.isFound) throw usernameInLog('another administrator')
  }
  const mailbox = having('email', email)
  if (having('username', email) || (mailbox && !mailbox.deleted_at)) throw emailTaken()
}

/**
 * The problem for a username or email that another account has; any other error unchanged. Makes no queries: the error
 * has ended the transaction, which may belong to an approval request.
 */
export function describeTakenName(error: unknown): unknown {
  const taken = getUniqueViolation(error)
  if (taken === 'admins_email_unique') return emailTaken()
  return taken === 'admins_username_unique' ? usernameTaken() : error
}
