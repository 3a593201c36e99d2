/** The second step of a sign-in: after the password, or with a passkey in its place. */
import type { ResponseOf } from '#contract/endpoint'
import { type SecondFactorBody, secondFactor } from '#contract/second-factor'
import { call } from '#core/api/api'
import { signWithPasskey } from './passkey-browser.ts'

type Headers = Readonly<Record<string, string>>

/** What answers the challenge of a sign-in. */
export type SecondStepAnswer = Omit<SecondFactorBody, 'challenge'>

/** The session of an investor or of an administrator. */
export type SecondStepSession = ResponseOf<typeof secondFactor.complete>

/** Answers the challenge; returns the session. `headers` carry the administrators' path. */
export const answerChallenge = (challenge: string, answer: SecondStepAnswer, headers: Headers) =>
  call(secondFactor.complete, { body: { challenge, ...answer } }, { headers })

/** The options to answer the challenge with a passkey. */
export const challengeOptions = async (challenge: string, headers: Headers) =>
  (await call(secondFactor.options, { body: { challenge } }, { headers })).options

/** Signs in with a passkey alone; returns the session. Throws `PasskeyCancelled`, also once the signal is aborted. */
export async function signInWithPasskey(headers: Headers, signal: AbortSignal) {
  const { options } = await call(secondFactor.passkeyOptions, { body: {} }, { headers })
  return call(
    secondFactor.passkey,
    { body: { credential: await signWithPasskey(options, signal) } },
    { headers },
  )
}
