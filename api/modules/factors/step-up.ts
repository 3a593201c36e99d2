/** Step-up: sensitive calls ask the caller to confirm first, and accept that for some minutes. */
import Big from 'big.js'
import { and, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import { partOf } from '#common/process-state'
import { SESSION_EXPIRED } from '#common/revocation'
import type { Endpoint } from '#contract/endpoint'
import type { StepUpBody } from '#contract/factors'
import type { RequestOptions } from '#contract/passkeys'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { sessions } from '#db/schema/accounts'
import { subscriptions } from '#db/schema/subscriptions'
import { readAccount } from './account.ts'
import { makePasskeyChallenge, storePasskeyChallenge, takePasskeyChallenge } from './challenges.ts'
import { hasFactor, readStepUpMethods } from './methods.ts'
import { CLOCK_HINT } from './one-time-codes.ts'
import { explainSignature, makeRequestOptions } from './passkeys.ts'
import { checkAnswer, pathOfAnswer, prove } from './prove.ts'
import { type Changer, reportRecoveryCode } from './service.ts'

declare module '#common/process-state' {
  interface ProcessState {
    stepUp: {
      /** For how long a confirmation counts. */
      minutes: number
      /** Subscriptions from this amount on need one. */
      amount: string
    }
  }
}

const period = () => sql`make_interval(secs => ${partOf('stepUp').minutes * 60}::float8)`

/** Whether the session was confirmed, or with `created_at` opened, a short time ago. */
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

/** Whether an amount is large, together with what the investor has ordered within 24 hours. */
async function isLarge({ id }: Caller, body: unknown): Promise<boolean> {
  const { amount } = body as { amount?: string }
  if (amount === undefined) return false
  const { amount: limit } = partOf('stepUp')
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

/** Calls for which an account without a second factor needs no more than a sign-in a short time ago. */
const RECENT: readonly Endpoint['stepUp'][] = ['recent', 'payment_details']

/** Throws `step_up_required`, which names the methods, unless the call needs no confirmation or its session has one. */
export async function checkStepUp(
  { stepUp }: Pick<Endpoint, 'stepUp'>,
  caller: Caller,
  body: unknown,
): Promise<void> {
  if (!stepUp || !(await isAsked(stepUp, caller, body)) || (await isRecent(caller))) return
  const mayNeedNone =
    stepUp === 'with_factor' || (RECENT.includes(stepUp) && (await isRecent(caller, 'created_at')))
  if (mayNeedNone && !(await hasFactor(caller))) return
  const methods = await readStepUpMethods(caller)
  throw new Problem('step_up_required', 'Please confirm that it is you.', {
    details: methods.map((message) => ({ path: '/method', message })),
  })
}

/** The options to confirm with a passkey in this session. Throws `conflict` for an account without one. */
export async function beginStepUp(caller: Caller): Promise<RequestOptions> {
  const challenge = makePasskeyChallenge()
  const options = await makeRequestOptions(challenge, caller)
  const { role, id, sessionId } = caller
  await storePasskeyChallenge(challenge, { purpose: 'step_up', role, account: { role, id }, sessionId })
  return options
}

const wrong = (answer: StepUpBody): Problem => {
  const messages = {
    passkey: 'This passkey was not accepted. Please try again.',
    totp: `This code is not right, or was used before. ${CLOCK_HINT}`,
    recovery: 'This recovery code is not right, or was used before.',
    password: 'The password is not right',
  }
  const reason = answer.credential && explainSignature(answer.credential)
  return invalidField(pathOfAnswer(answer), reason ?? messages[answer.method])
}

/**
 * Confirms who is calling; returns until when that counts. Throws `validation` for a wrong answer, or for a method
 * that the account does not have, `locked` after too many wrong ones.
 */
export async function stepUp(caller: Caller, answer: StepUpBody, changer: Changer): Promise<string> {
  const { role, sessionId } = caller
  checkAnswer(answer)
  if (!(await readStepUpMethods(caller)).includes(answer.method)) {
    throw invalidField('/method', 'This account cannot confirm in this way')
  }
  const account = await readAccount(caller)
  const isOwnChallenge = (challenge: string) =>
    takePasskeyChallenge(challenge, { purpose: 'step_up', role, sessionId })
  const claim = await prove(account, answer, changer.actor.address, isOwnChallenge)
  await inTransaction(async () => {
    if (!claim || !(await claim())) throw wrong(answer)
    if (answer.method === 'recovery') await reportRecoveryCode(changer)
  })
  const [row] = await database()
    .update(sessions)
    .set({ confirmed_at: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked_at)))
    .returning({ until: sql<string>`${sessions.confirmed_at} + ${period()}`.mapWith(sessions.confirmed_at) })
  if (!row) throw new Problem('session_expired', SESSION_EXPIRED)
  return (row.until as unknown as Date).toISOString()
}
