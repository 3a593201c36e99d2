/** Step-up: sensitive calls ask the caller to confirm first, and accept the confirmation for some minutes. */
import Big from 'big.js'
import { and, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import { getService } from '#common/service-container'
import { SESSION_EXPIRED } from '#common/session-revocation'
import type { Endpoint } from '#contract/endpoint'
import type { StepUpBody } from '#contract/identity/factors'
import type { PasskeyRequestOptions } from '#contract/identity/passkeys'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { sessions } from '#db/schema/identity/accounts'
import { consumePasskeyChallenge, createPasskeyChallenge, storePasskeyChallenge } from './challenges.ts'
import { getAccount } from './factor-account.ts'
import { hasFactor, listStepUpMethods } from './factor-methods.ts'
import { type FactorOwner, notifyRecoveryCodeUsed } from './factor-service.ts'
import { CLOCK_HINT } from './one-time-codes.ts'
import { buildPasskeyRequestOptions, explainSignature } from './passkeys.ts'
import { assertCompleteAnswer, getAnswerPath, verifyFactor } from './verify-factor.ts'

declare module '#common/service-container' {
  interface ServiceRegistry {
    stepUp: {
      /** How long a confirmation is valid. */
      minutes: number
      /** Subscriptions from this amount need one. */
      amount: string
    }
  }
}

const period = () => sql`make_interval(secs => ${getService('stepUp').minutes * 60}::float8)`

/** Whether the session was recently confirmed or, with `created_at`, recently opened. */
async function isRecent(
  { sessionId }: Caller,
  since: 'confirmed_at' | 'created_at' = 'confirmed_at',
): Promise<boolean> {
  const [row] = await database()
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions[since], sql`now() - ${period()}`)))
  return row !== undefined
}

const isApproval = (body: unknown): boolean => (body as { action?: string }).action === 'approve'

/** Whether an amount is large together with the investor's orders of the last 24 hours. */
async function isLarge({ id }: Caller, body: unknown): Promise<boolean> {
  const { amount } = body as { amount?: string }
  if (amount === undefined) return false
  const { amount: limit } = getService('stepUp')
  if (new Big(amount).gte(limit)) return true
  const [row] = await database()
    .select({ ordered: sql<string>`coalesce(sum(${subscriptions.amount}), 0)::text` })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.user_id, id),
        gt(subscriptions.created_at, sql`now() - interval '24 hours'`),
        notInArray(subscriptions.state, ['rejected', 'withdrawn', 'expired']),
      ),
    )
  return new Big(row?.ordered ?? 0).plus(amount).gte(limit)
}

const changesPayment = (body: unknown): boolean =>
  (body as { payment_account?: string }).payment_account !== undefined

/** Whether this body needs a confirmation at all. */
const isAsked = (
  stepUp: NonNullable<Endpoint['stepUp']>,
  caller: Caller,
  body: unknown,
): boolean | Promise<boolean> => {
  if (stepUp === 'large_amount') return isLarge(caller, body)
  if (stepUp === 'approving') return isApproval(body)
  return stepUp !== 'payment_details' || changesPayment(body)
}

/** Calls for which an account without a second factor only needs a recent sign-in. */
const RECENT: readonly Endpoint['stepUp'][] = ['recent', 'payment_details']

/** Throws `step_up_required`, which names the methods, unless the call needs no confirmation or its session has one. */
export async function assertStepUp(
  { stepUp }: Pick<Endpoint, 'stepUp'>,
  caller: Caller,
  body: unknown,
): Promise<void> {
  if (!stepUp || !(await isAsked(stepUp, caller, body)) || (await isRecent(caller))) return
  const mayNeedNone =
    stepUp === 'with_factor' || (RECENT.includes(stepUp) && (await isRecent(caller, 'created_at')))
  if (mayNeedNone && !(await hasFactor(caller))) return
  const methods = await listStepUpMethods(caller)
  throw new Problem('step_up_required', 'Please confirm your identity.', {
    details: methods.map((message) => ({ path: '/method', message })),
  })
}

/** The options to confirm with a passkey in this session. Throws `conflict` for an account without one. */
export async function startStepUp(caller: Caller): Promise<PasskeyRequestOptions> {
  const challenge = createPasskeyChallenge()
  const options = await buildPasskeyRequestOptions(challenge, caller)
  const { role, id, sessionId } = caller
  await storePasskeyChallenge(challenge, { purpose: 'step_up', role, account: { role, id }, sessionId })
  return options
}

const wrong = (answer: StepUpBody): Problem => {
  const messages = {
    passkey: 'This passkey was not accepted. Please try again.',
    totp: `Incorrect or already used code. ${CLOCK_HINT}`,
    recovery: 'Incorrect or already used recovery code.',
    password: 'Incorrect password',
  }
  const reason = answer.credential && explainSignature(answer.credential)
  return invalidFieldProblem(getAnswerPath(answer), reason ?? messages[answer.method])
}

/**
 * Confirms the caller's identity; returns how long the confirmation is valid. Throws `validation` for a wrong answer or
 * a method that the account does not have, `locked` after too many wrong ones.
 */
export async function completeStepUp(
  caller: Caller,
  answer: StepUpBody,
  changer: FactorOwner,
): Promise<string> {
  const { role, sessionId } = caller
  assertCompleteAnswer(answer)
  if (!(await listStepUpMethods(caller)).includes(answer.method)) {
    throw invalidFieldProblem('/method', 'This confirmation method is not available for this account')
  }
  const account = await getAccount(caller)
  const isOwnChallenge = (challenge: string) =>
    consumePasskeyChallenge(challenge, { purpose: 'step_up', role, sessionId })
  const claim = await verifyFactor(account, answer, changer.actor.address, isOwnChallenge)
  await inTransaction(async () => {
    if (!claim || !(await claim())) throw wrong(answer)
    if (answer.method === 'recovery') await notifyRecoveryCodeUsed(changer)
  })
  const [row] = await database()
    .update(sessions)
    .set({ confirmed_at: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked_at)))
    .returning({ until: sql<string>`${sessions.confirmed_at} + ${period()}`.mapWith(sessions.confirmed_at) })
  if (!row) throw new Problem('session_expired', SESSION_EXPIRED)
  return (row.until as unknown as Date).toISOString()
}
