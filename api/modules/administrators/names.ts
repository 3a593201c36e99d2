/** The names and emails of administrators: each belongs to one account, also across the two. */
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { uniqueViolation } from '#db/errors'
import { admins } from '#db/schema/accounts'

const usernameTaken = () => new Problem('conflict', 'This username is already in use', { isFinal: true })
const emailTaken = () => new Problem('conflict', 'This email is already in use', { isFinal: true })

/**
 * Throws `conflict` for a name or email that another administrator has, the email of one and the name of another
 * included: whoever signs in by either would be taken for the other. Two such changes at once take turns by the lock on
 * all rows.
 */
export async function checkNames(
  adminId: number | undefined,
  { username, email }: { username?: string | undefined; email?: string | undefined },
): Promise<void> {
  if (username === undefined && email === undefined) return
  const rows = await database().select().from(admins).orderBy(admins.id).for('no key update')
  const others = rows.filter(({ id }) => id !== adminId)
  const having = (field: 'username' | 'email', name: string | undefined) =>
    name === undefined ? undefined : others.find((row) => row[field].toLowerCase() === name.toLowerCase())
  const namesake = having('username', username)
  if (namesake?.deleted_at) {
    throw new Problem(
      'conflict',
      'This username belonged to an administrator who was deleted. The audit log still names that person by it: choose another one.',
      { isFinal: true },
    )
  }
  if (namesake || having('email', username)) throw usernameTaken()
  const mailbox = having('email', email)
  if (having('username', email) || (mailbox && !mailbox.deleted_at)) throw emailTaken()
}

/**
 * The problem of a name or email that another account has; any other error as it is. Queries nothing: the error has
 * ended the transaction, which may be that of a proposal.
 */
export function explainTaken(error: unknown): unknown {
  const taken = uniqueViolation(error)
  if (taken === 'admins_email_unique') return emailTaken()
  return taken === 'admins_username_unique' ? usernameTaken() : error
}
