/** The second step of a sign-in, and sign-in with a passkey alone; for investors and administrators. */

import type { AccountRealm } from '#common/access-token'
import { getService } from '#common/service-container'
import type { AdminSignedIn } from '#contract/identity/admin-account'
import type { AuthenticationCredential, PasskeyRequestOptions } from '#contract/identity/passkeys'
import type { CompleteSecondFactorBody } from '#contract/identity/second-factor'
import type { SignedIn } from '#contract/identity/session'
import { auditActions } from '#contract/platform/audit'
import { Problem } from '#contract/problem'
import {
  assertAdminAccess,
  openAdministratorSession,
} from '#modules/identity/administrators/administrator-session'
import { openVerifiedSession } from '#modules/identity/session/investor-session'
import type { Client } from '#modules/identity/session/session-store'
import { type FailureReason, toFailureReason } from '#modules/identity/session/sign-in-records'
import { recordDeniedSignIn } from '#modules/platform/audit/audit-log'
import type { FactorMethod, SignInMethod } from '#shared/enums/factors'
import {
  addPasskeyChallenge,
  challengeExpiredProblem,
  consumeChallenge,
  consumePasskeyChallenge,
  createPasskeyChallenge,
  recordChallengeAttempt,
  storePasskeyChallenge,
} from './challenges.ts'
import { type AccountSecurity, getAccount } from './factor-account.ts'
import { notifyRecoveryCodeUsed, notifySecondFactorFailed } from './factor-service.ts'
import { CLOCK_HINT } from './one-time-codes.ts'
import { buildPasskeyRequestOptions, explainSignature, findPasskey, getSignedChallenge } from './passkeys.ts'
import { assertCompleteAnswer, type ConsumeProof, verifyFactor } from './verify-factor.ts'

/** The client that signs in. */
export interface SignInClient extends Client {
  /** The value of `X-Admin-Path`: with it administrators sign in, without it investors. */
  path: string | null
  requestId: string
}

/** Throws `not_found` for a wrong path and `admin_network` outside the allowed networks. */
function roleOf({ path, address }: SignInClient): AccountRealm {
  if (path === null) return 'investor'
  assertAdminAccess(path, address)
  return 'admin'
}

async function record(
  account: AccountSecurity,
  client: SignInClient,
  failure: FailureReason | undefined,
  factor?: FactorMethod,
) {
  const { role, id: accountId, name } = account
  const { address, userAgent, requestId } = client
  getService('sessions').recorder.record({
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
      action: auditActions.deniedSignIn,
      entity: 'admin',
      entityId: accountId,
      after: { reason: failure },
      name,
    },
  )
}

/** Opens the session; `claim` consumes the proof in the same transaction. */
const open = (
  { role, id }: AccountSecurity,
  client: SignInClient,
  signedInWith: SignInMethod,
  claim: () => Promise<void>,
): Promise<SignedIn | AdminSignedIn> =>
  role === 'admin'
    ? openAdministratorSession(id, client, signedInWith, claim)
    : openVerifiedSession(id, client, signedInWith, claim)

/** Opens the session, and records the sign-in or the reason for its failure. */
async function openRecorded(
  account: AccountSecurity,
  client: SignInClient,
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
      code === 'account_disabled' ? code : isUsed ? 'wrong_code' : toFailureReason(error),
    )
    throw error
  }
}

/** The options to answer a challenge with a passkey. Throws `session_expired` and `conflict`. */
export async function startSecondFactor(
  challenge: string,
  client: SignInClient,
): Promise<PasskeyRequestOptions> {
  const value = createPasskeyChallenge()
  const { account } = await addPasskeyChallenge(roleOf(client), challenge, value)
  return buildPasskeyRequestOptions(value, account)
}

/** The message for a wrong answer. */
function explainWrong({ method, credential }: Omit<CompleteSecondFactorBody, 'challenge'>): string {
  if (method === 'passkey') {
    const reason = credential && explainSignature(credential)
    return reason ?? 'This passkey was not accepted. Please try again.'
  }
  const wrong = 'Incorrect or already used code.'
  return method === 'totp' ? `${wrong} ${CLOCK_HINT}` : wrong
}

/**
 * Signs in with a second factor. Throws `invalid_credentials` for a wrong one, `session_expired` if the challenge was
 * answered, is old or was tried five times, `locked` and `account_disabled`.
 */
export async function completeSecondFactor(
  { challenge: token, ...answer }: CompleteSecondFactorBody,
  client: SignInClient,
) {
  assertCompleteAnswer(answer)
  const challenge = await recordChallengeAttempt(roleOf(client), token)
  const account = await getAccount(challenge.account)
  const changer = {
    account: challenge.account,
    actor: { ...client, adminId: account.role === 'admin' ? account.id : undefined },
    userAgent: client.userAgent,
  }
  let claim: ConsumeProof | undefined
  try {
    claim = await verifyFactor(
      account,
      answer,
      client.address,
      (value) => value === challenge.passkeyChallenge,
    )
  } catch (error) {
    await record(account, client, toFailureReason(error))
    // Wrong passwords before the correct one may lock the account before the challenge ends.
    if (error instanceof Problem && error.code === 'locked') await notifySecondFactorFailed(changer)
    throw error
  }
  const wrong = () => new Problem('invalid_credentials', explainWrong(answer))
  if (!claim) {
    await record(account, client, answer.method === 'passkey' ? 'wrong_passkey' : 'wrong_code')
    if (challenge.isLast) await notifySecondFactorFailed(changer)
    throw wrong()
  }
  const shown = { factor: answer.method, signedInWith: `password_and_${answer.method}` } as const
  return openRecorded(account, client, shown, async () => {
    await consumeChallenge(challenge.id)
    if (!(await claim())) throw wrong()
    if (answer.method === 'recovery') await notifyRecoveryCodeUsed(changer)
  })
}

/** The options for signing in with a passkey of any account. Throws `conflict` if the site has no domain. */
export async function startPasskeySignIn(client: SignInClient): Promise<PasskeyRequestOptions> {
  const role = roleOf(client)
  const challenge = createPasskeyChallenge()
  const options = await buildPasskeyRequestOptions(challenge)
  await storePasskeyChallenge(challenge, { purpose: 'passkey_sign_in', role })
  return options
}

/**
 * Signs in with a passkey, also to a locked account, which it unlocks. Throws `invalid_credentials`, `session_expired`
 * for a challenge that was answered or is old, `account_disabled`.
 */
export async function signInWithPasskey(credential: AuthenticationCredential, client: SignInClient) {
  const role = roleOf(client)
  const challenge = await getSignedChallenge(credential)
  const wrong = () =>
    new Problem(
      'invalid_credentials',
      explainSignature(credential) ?? 'This passkey is not recognized or was not accepted.',
    )
  if (challenge === undefined) throw wrong()
  if (!(await consumePasskeyChallenge(challenge, { purpose: 'passkey_sign_in', role })))
    throw challengeExpiredProblem()
  const passkey = await findPasskey(credential.id)
  if (passkey?.account.role !== role) throw wrong()
  const account = await getAccount(passkey.account)
  if (!(await verifyFactor(account, { method: 'passkey', credential }, client.address, () => true))) {
    await record(account, client, 'wrong_passkey')
    throw wrong()
  }
  const shown = { factor: 'passkey', signedInWith: 'passkey' } as const
  return openRecorded(account, client, shown, async () => {})
}
