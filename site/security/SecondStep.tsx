import { useState } from 'react'
import type { SecondFactorNeeded } from '#contract/session'
import { RejectedCall } from '#core/api/problems'
import type { Asker } from '#core/security/asker'
import {
  answerChallenge,
  challengeOptions,
  type SecondStepAnswer,
  type SecondStepSession,
} from '#core/security/second-step'
import { Banner } from '#ui/Banner'
import { FactorForm } from './FactorForm.tsx'

interface SecondStepProps {
  challenge: SecondFactorNeeded['second_factor']
  /** Sent with each call: the path of administrators. */
  headers?: Readonly<Record<string, string>>
  submit: string
  /** Said from the sign-in until the next page is open. */
  done?: string
  /** Stores the session and opens the next page. */
  enter: (session: SecondStepSession) => void
  /** Called when the sign-in has to begin again, with the reason if there is one. */
  onOver: (message: string | undefined) => void
}

const OVER = 'That took too long, or too many tries. Please sign in again.'

/** The second step of a sign-in: a passkey, a one-time code or a recovery code. */
export function SecondStep({
  challenge: { challenge, methods },
  headers = {},
  submit,
  done,
  enter,
  onOver,
}: SecondStepProps) {
  const [isDone, setDone] = useState(false)
  const asker: Asker = {
    methods,
    options: () => challengeOptions(challenge, headers),
    async send(answer) {
      enter(await answerChallenge(challenge, answer as SecondStepAnswer, headers))
    },
  }
  const isOver = (error: unknown) => {
    const over = error instanceof RejectedCall && error.code === 'session_expired'
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
          Sign in with another account
        </button>
      </p>
    </>
  )
}
