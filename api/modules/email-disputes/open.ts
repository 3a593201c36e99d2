/** What others need to know of disputes about a change of email: whether an account is frozen by one. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Role } from '#common/access-token'
import { ACCOUNT_DISABLED } from '#common/revocation'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { emailDisputes } from '#db/schema/accounts'

interface Account {
  role: Role
  id: number
}

const ownerOf = (role: Role) => (role === 'admin' ? emailDisputes.admin_id : emailDisputes.user_id)

const countOpen = (role: Role, ids: number[]) =>
  database().$count(emailDisputes, and(inArray(ownerOf(role), ids), isNull(emailDisputes.decision)))

/** Why an account that is not active cannot sign in. */
export async function explainDisabled({ role, id }: Account): Promise<Problem> {
  const isFrozen = (await countOpen(role, [id])) > 0
  return new Problem(
    'account_disabled',
    isFrozen
      ? 'This account is locked because a change of its email address is in dispute. Our team is reviewing it. Please contact support.'
      : ACCOUNT_DISABLED,
  )
}

/** Throws `conflict` when one of these accounts is frozen by a dispute: it is enabled by a decision about that. */
export async function assertUndisputed(role: Role, ids: number[]): Promise<void> {
  if ((await countOpen(role, ids)) === 0) return
  throw new Problem(
    'conflict',
    'A change of the email address is in dispute. Decide which address the account keeps: that enables it.',
  )
}

/** Whether an open dispute is about getting this email back. */
export async function isDisputedEmail(email: string): Promise<boolean> {
  const isOfEmail = eq(sql`lower(${emailDisputes.former_email})`, email.toLowerCase())
  return (await database().$count(emailDisputes, and(isOfEmail, isNull(emailDisputes.decision)))) > 0
}

/** Removes the disputes of an account that is deleted. */
export async function dropDisputes({ role, id }: Account): Promise<void> {
  await database()
    .delete(emailDisputes)
    .where(eq(ownerOf(role), id))
}
