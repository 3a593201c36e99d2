/** The second step of a sign-in, and sign-in with a passkey alone; for investors and administrators. */

import type { Role } from '#common/access-token'
import { partOf } from '#common/process-state'
import type { AdminSignedIn } from '#contract/administrators'
import { auditActions } from '#contract/audit'
import type { RequestOptions, SignedCredential } from '#contract/passkeys'
import { Problem } from '#contract/problem'
import type { SecondFactorBody } from '#contract/second-factor'
import type { SignedIn } from '#contract/session'
import { checkAccess, openAdministratorSession } from '#modules/administrators/service'
import { recordDeniedSignIn } from '#modules/audit/service'
import { type FailureReason, failureOf } from '#modules/session/login-records'
import { openVerifiedSession } from '#modules/session/service'
import type { Client } from '#modules/session/session-store'
import type { FactorMethod, SignInMethod } from '#shared/enums/factors'
import { type AccountFacts, readAccount } from './account.ts'
import {
  addPasskeyChallenge,
  challengeOver,
  endChallenge,
  makePasskeyChallenge,
  storePasskeyChallenge,
  takePasskeyChallenge,
  tryChallenge,
} from './challenges.ts'
import { CLOCK_HINT } from './one-time-codes.ts'
import { challengeOf, explainSignature, findPasskey, makeRequestOptions } from './passkeys.ts'
import { type Claim, checkAnswer, prove } from './prove.ts'
import { reportRecoveryCode, reportRefused } from './service.ts'

/** The client that signs in. */
export interface SigningIn extends Client {
  /** The value of `X-Admin-Path`: with it administrators sign in, without it investors. */
  path: string | null
  requestId: string
}

/** Throws `not_found` for a wrong path and `admin_network` outside the allowed networks. */
function roleOf({ path, address }: SigningIn): Role {
  if (path === null) return 'investor'
  checkAccess(path, address)
  return 'admin'
}

async function record(
  account: AccountFacts,
  client: SigningIn,
  failure: FailureReason | undefined,
  factor?: FactorMethod,
) {
  const { role, id: accountId, name } = account
  const { address, userAgent, requestId } = client
  partOf('sessions').recorder.record({
    role,
    name,
    accountId,
    address,
    userAgent,
    failure,
    ...(factor && { factor }),
  })
  if (role === 'investor' || failure === undefined) return
  await recordDeniedSignIn(
    { address, requestId, adminId: undefined },
    {
      action: auditActions.refusedSignIn,
      entity: 'admin',
      entityId: accountId,
      after: { reason: failure },
      name,
    },
  )
}

/** Opens the session; `claim` uses up what proved it, in the same transaction. */
const open = (
  { role, id }: AccountFacts,
  client: SigningIn,
  signedInWith: SignInMethod,
  claim: () => Promise<void>,
): Promise<SignedIn | AdminSignedIn> =>
  role === 'admin'
    ? openAdministratorSession(id, client, signedInWith, claim)
    : openVerifiedSession(id, client, signedInWith, claim)

/** Opens the session, and records the sign-in or why there is none. */
async function openRecorded(
  account: AccountFacts,
  client: SigningIn,
  { factor, signedInWith }: { factor: FactorMethod; signedInWith: SignInMethod },
  claim: () => Promise<void>,
) {
  try {
    const session = await open(account, client, signedInWith, claim)
    await record(account, client, undefined, factor)
    return session
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined
    const isUsed = code === 'invalid_credentials'
    await record(
      account,
      client,
      code === 'account_disabled' ? code : isUsed ? 'wrong_code' : failureOf(error),
    )
    throw error
  }
}

/** The options to answer a challenge with a passkey. Throws `session_expired` and `conflict`. */
export async function beginSecondFactor(challenge: string, client: SigningIn): Promise<RequestOptions> {
  const value = makePasskeyChallenge()
  const { account } = await addPasskeyChallenge(roleOf(client), challenge, value)
  return makeRequestOptions(value, account)
}

/** What is said about a wrong answer. */
function explainWrong({ method, credential }: Omit<SecondFactorBody, 'challenge'>): string {
  if (method === 'passkey') {
    const reason = credential && explainSignature(credential)
    return reason ?? 'This passkey was not accepted. Please try again.'
  }
  const wrong = 'This code is not right, or was used before.'
  return method === 'totp' ? `${wrong} ${CLOCK_HINT}` : wrong
}

/**
 * Signs in with a second factor. Throws `invalid_credentials` for a wrong one, `session_expired` when the challenge
 * was answered, is old or was tried five times, `locked` and `account_disabled`.
 */
export async function completeSecondFactor(
  { challenge: token, ...answer }: SecondFactorBody,
  client: SigningIn,
) {
  checkAnswer(answer)
  const challenge = await tryChallenge(roleOf(client), token)
  const account = await readAccount(challenge.account)
  const changer = {
    account: challenge.account,
    actor: { ...client, adminId: account.role === 'admin' ? account.id : undefined },
    userAgent: client.userAgent,
  }
  let claim: Claim | undefined
  try {
    claim = await prove(account, answer, client.address, (value) => value === challenge.passkeyChallenge)
  } catch (error) {
    await record(account, client, failureOf(error))
    // Wrong passwords before the right one may lock the account before the challenge is over.
    if (error instanceof Problem && error.code === 'locked') await reportRefused(changer)
    throw error
  }
  const wrong = () => new Problem('invalid_credentials', explainWrong(answer))
  if (!claim) {
    await record(account, client, answer.method === 'passkey' ? 'wrong_passkey' : 'wrong_code')
    if (challenge.isLast) await reportRefused(changer)
    throw wrong()
  }
  const shown = { factor: answer.method, signedInWith: `password_and_${answer.method}` } as const
  return openRecorded(account, client, shown, async () => {
    await endChallenge(challenge.id)
    if (!(await claim())) throw wrong()
    if (answer.method === 'recovery') await reportRecoveryCode(changer)
  })
}

/** The options to sign in with a passkey of any account. Throws `conflict` where the site has no domain. */
export async function beginPasskeySignIn(client: SigningIn): Promise<RequestOptions> {
  const role = roleOf(client)
  const challenge = makePasskeyChallenge()
  const options = await makeRequestOptions(challenge)
  await storePasskeyChallenge(challenge, { purpose: 'passkey_sign_in', role })
  return options
}

/**
 * Signs in with a passkey, also to an account that is locked, which it opens. Throws `invalid_credentials`,
 * `session_expired` for a challenge that was answered or is old, `account_disabled`.
 */
export async function signInWithPasskey(credential: SignedCredential, client: SigningIn) {
  const role = roleOf(client)
  const challenge = await challengeOf(credential)
  const wrong = () =>
    new Problem(
      'invalid_credentials',
      explainSignature(credential) ?? 'This passkey is not known here, or was not accepted.',
    )
  if (challenge === undefined) throw wrong()
  if (!(await takePasskeyChallenge(challenge, { purpose: 'passkey_sign_in', role }))) throw challengeOver()
  const passkey = await findPasskey(credential.id)
  if (passkey?.account.role !== role) throw wrong()
  const account = await readAccount(passkey.account)
  if (!(await prove(account, { method: 'passkey', credential }, client.address, () => true))) {
    await record(account, client, 'wrong_passkey')
    throw wrong()
  }
  const shown = { factor: 'passkey', signedInWith: 'passkey' } as const
  return openRecorded(account, client, shown, async () => {})
}
