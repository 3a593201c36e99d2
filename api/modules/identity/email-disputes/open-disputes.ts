/** What others need to know of disputes about a change of email: whether an account is frozen by one. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AccountRealm } from '#common/access-token'
import { ACCOUNT_DISABLED } from '#common/session-revocation'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { emailDisputes } from '#db/schema/identity/accounts'
import { EMAIL_DISPUTED } from '#shared/email-dispute-reason'

interface Account {
  role: AccountRealm
  id: number
}

const ownerOf = (role: AccountRealm) => (role === 'admin' ? emailDisputes.admin_id : emailDisputes.user_id)

const countOpen = (role: AccountRealm, ids: number[]) =>
  database().$count(emailDisputes, and(inArray(ownerOf(role), ids), isNull(emailDisputes.decision)))

/** Whether an account is frozen by an open dispute about its email address. */
export const hasOpenDispute = async ({ role, id }: Account): Promise<boolean> =>
  (await countOpen(role, [id])) > 0

/** Why an account that is not active cannot sign in. */
export async function describeDisabled({ role, id }: Account): Promise<Problem> {
  const isFrozen = await hasOpenDispute({ role, id })
  return new Problem(
    'account_disabled',
    isFrozen
      ? `This account is locked because ${EMAIL_DISPUTED}. Our team is reviewing it. Please contact support.`
      : ACCOUNT_DISABLED,
  )
}

/** Why an action has to wait for the decision on a dispute. */
const explanations = {
  enable: 'A change of the email address is disputed. Resolve the dispute to enable the account.',
  pay: 'The email address of this account is disputed: nothing can be paid out or transferred until the dispute is resolved.',
}

/** Throws `conflict` if one of these accounts is frozen by an open dispute about its email address. */
export async function assertUndisputed(
  role: AccountRealm,
  ids: number[],
  action: keyof typeof explanations,
): Promise<void> {
  if ((await countOpen(role, ids)) > 0) throw new Problem('conflict', explanations[action])
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
