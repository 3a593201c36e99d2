import { useState } from 'react'
import type { SecondFactorRequired } from '#contract/identity/session'
import { ApiError } from '#core/api/call-errors'
import type { FactorPrompt } from '#core/security/factor-prompt'
import {
  completeChallenge,
  getChallengeOptions,
  type SecondFactorAnswer,
  type SignedInSession,
} from '#core/security/second-factor-sign-in'
import { Banner } from '#ui/Banner'
import { FactorForm } from './FactorForm.tsx'

interface SecondStepProps {
  challenge: SecondFactorRequired['second_factor']
  /** Sent with each call: the administrators' secret path. */
  headers?: Readonly<Record<string, string>>
  submit: string
  /** Shown from the sign-in until the next page is open. */
  done?: string
  /** Stores the session and opens the next page. */
  enter: (session: SignedInSession) => void
  /** Called when the sign-in has to start over, with the reason if there is one. */
  onOver: (message: string | undefined) => void
}

const OVER = 'The request expired or there were too many attempts. Please sign in again.'

/** The second step of a sign-in: a passkey, a one-time code or a recovery code. */
export function SecondFactorStep({
  challenge: { challenge, methods },
  headers = {},
  submit,
  done,
  enter,
  onOver,
}: SecondStepProps) {
  const [isDone, setDone] = useState(false)
  const asker: FactorPrompt = {
    methods,
    options: () => getChallengeOptions(challenge, headers),
    async send(answer) {
      enter(await completeChallenge(challenge, answer as SecondFactorAnswer, headers))
    },
  }
  const isOver = (error: unknown) => {
    const over = error instanceof ApiError && error.code === 'session_expired'
    if (over) onOver(OVER)
    return over
  }
  if (isDone && done) return <Banner kind="success">{done}</Banner>
  return (
    <>
      <FactorForm
        asker={asker}
        submit={submit}
        busy="Signing In..."
        onRefused={isOver}
        onDone={() => setDone(true)}
      />
      <p className="mt-6 text-center">
        <button
          type="button"
          className="cursor-pointer rounded-[2px] px-2 py-2 text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
          onClick={() => onOver(undefined)}
        >
          Use a different account
        </button>
      </p>
    </>
  )
}
