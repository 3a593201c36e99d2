import { useState } from 'react'
import { RejectedCall } from '#core/api/problems'
import type { Asker } from '#core/security/asker'
import {
  answerChallenge,
  challengeOptions,
  type SecondStepAnswer,
  signInWithPasskey,
} from '#core/security/second-step'
import { adminPathHeaders } from '#core/session/admin-path'
import { FactorForm } from '#site/security/FactorForm.tsx'
import { PasskeyButton } from '#site/security/PasskeyButton.tsx'
import { Banner } from '#ui/Banner'
import { type Challenge, enterPanel } from './login.ts'

interface SecondStepProps {
  challenge: Challenge
  /** Called when the login has to begin again, with the reason if there is one. */
  onOver: (message: string | undefined) => void
}

const OVER = 'That took too long, or too many tries. Please sign in again.'

/** The second step of the login: a passkey, a one-time code or a recovery code. */
export function SecondStep({ challenge: { challenge, methods }, onOver }: SecondStepProps) {
  const [isDone, setDone] = useState(false)
  const asker: Asker = {
    methods,
    options: () => challengeOptions(challenge, adminPathHeaders()),
    async send(answer) {
      const session = await answerChallenge(challenge, answer as SecondStepAnswer, adminPathHeaders())
      if ('username' in session.user) enterPanel({ ...session, user: session.user })
    },
  }
  const isOver = (error: unknown) => {
    const over = error instanceof RejectedCall && error.code === 'session_expired'
    if (over) onOver(OVER)
    return over
  }
  if (isDone) return <Banner kind="success">Login successful. Opening the panel...</Banner>
  return (
    <>
      <p className="mb-5 text-ink-2">Your password is right. Now show that it is you.</p>
      <FactorForm
        asker={asker}
        submit="Sign In"
        busy="Signing In..."
        onRefused={isOver}
        onDone={() => setDone(true)}
      />
      <p className="mt-5 text-center">
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

/** Signing in with a passkey in place of name and password. */
export function PasskeyLogin({ disabled }: { disabled: boolean }) {
  const signIn = async () => {
    const session = await signInWithPasskey(adminPathHeaders())
    if ('username' in session.user) enterPanel({ ...session, user: session.user })
  }
  return <PasskeyButton disabled={disabled} signIn={signIn} />
}
