import { RejectedCall } from '#core/api/problems'
import type { Asker } from '#core/security/asker'
import { answerChallenge, challengeOptions, type SecondStepAnswer } from '#core/security/second-step'
import { FactorForm } from '#site/security/FactorForm.tsx'
import { type Challenge, enter } from './sign-in.ts'

interface SecondStepProps {
  challenge: Challenge
  /** Called when the sign-in has to begin again, with the reason if there is one. */
  onOver: (message: string | undefined) => void
}

const OVER = 'That took too long, or too many tries. Please sign in again.'

/** The second step of a sign-in: a passkey, a one-time code or a recovery code. */
export function SecondStep({ challenge: { challenge, methods }, onOver }: SecondStepProps) {
  const asker: Asker = {
    methods,
    options: () => challengeOptions(challenge, {}),
    async send(answer) {
      const session = await answerChallenge(challenge, answer as SecondStepAnswer, {})
      if ('underway' in session) enter('sign-in', session)
    },
  }
  const isOver = (error: unknown) => {
    const over = error instanceof RejectedCall && error.code === 'session_expired'
    if (over) onOver(OVER)
    return over
  }
  return (
    <>
      <FactorForm asker={asker} submit="Sign in" busy="Signing In..." onRefused={isOver} onDone={() => {}} />
      <p className="mt-6 text-center">
        <button
          type="button"
          className="cursor-pointer rounded-[2px] px-2 py-2 text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
          onClick={() => onOver(undefined)}
        >
          Sign in with another account
        </button>
      </p>
    </>
  )
}
