/** The second step of a sign-in: after the password, or with a passkey instead of it. */
import type { ResponseOf } from '#contract/endpoint'
import { type CompleteSecondFactorBody, secondFactor } from '#contract/identity/second-factor'
import { callApi } from '#core/api/api'
import { signWithPasskey } from './passkey-browser.ts'

type Headers = Readonly<Record<string, string>>

/** The answer to a sign-in challenge. */
export type SecondFactorAnswer = Omit<CompleteSecondFactorBody, 'challenge'>

/** The session of an investor or of an administrator. */
export type SignedInSession = ResponseOf<typeof secondFactor.complete>

/** Answers the challenge; returns the session. `headers` carry the administrators' secret path. */
export const completeChallenge = (challenge: string, answer: SecondFactorAnswer, headers: Headers) =>
  callApi(secondFactor.complete, { body: { challenge, ...answer } }, { headers })

/** The passkey options for answering the challenge. */
export const getChallengeOptions = async (challenge: string, headers: Headers) =>
  (await callApi(secondFactor.options, { body: { challenge } }, { headers })).options

/** Signs in with a passkey alone; returns the session. Throws `PasskeyCancelledError`, also once the signal is aborted. */
export async function signInWithPasskey(headers: Headers, signal: AbortSignal) {
  const { options } = await callApi(secondFactor.getPasskeyOptions, { body: {} }, { headers })
  return callApi(
    secondFactor.passkey,
    { body: { credential: await signWithPasskey(options, signal) } },
    { headers },
  )
}
