import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState } from 'react'
import { canUsePasskeys } from '#core/security/passkey-support'
import { takeMessage } from '#core/session/investor-session-termination'
import { PageTitle } from '#site/investor/PageTitle.tsx'
import { readNext } from './next.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout, signInWords } from './SignInLayout.tsx'
import { createSignIn, enterArea, isUnderWay } from './sign-in.ts'
import { Terms } from './Terms.tsx'

/** Loaded where an account has a second factor. */
const SecondStep = lazy(async () => ({ default: (await import('#site/security/SecondStep.tsx')).SecondStep }))
const PasskeyButton = lazy(async () => ({
  default: (await import('#site/security/PasskeyButton.tsx')).PasskeyButton,
}))

const wording = {
  'sign-in': {
    ...signInWords,
    toggle: "Don't have an account? Create one",
  },
  register: {
    title: 'Create an account',
    lead: 'It takes a minute. Nothing is invested by it.',
    toggle: 'Already have an account? Sign in',
  },
}

/** What the visitor came for, where the address says it; else the lead of the mode. */
const leadOf = (lead: string): string =>
  readNext(location.search).startsWith('/access/subscribe/')
    ? 'After this you are back at your subscription. Nothing is charged before it is approved.'
    : lead

/** The mode in which the address opens the form. */
const firstMode = () => (location.pathname === '/access/register' ? 'register' : 'sign-in')

/** /access/login and /access/register: signing in and registration, one form with two modes. */
export function SignInPage() {
  const [signIn, setSignIn] = useState(() => createSignIn(firstMode()))
  const [notice, setNotice] = useState(takeMessage)
  const [isChanged, setChanged] = useState(false)
  const { mode, $state } = signIn
  const { title, lead, toggle } = wording[mode]
  // The mode cannot be changed while the form is in flight: its result would be lost.
  const { status } = useStore($state)
  const isAway = isUnderWay(status)
  const challenge = status.name === 'saved' ? status.result : undefined

  const changeMode = () => {
    setNotice(undefined)
    setChanged(true)
    setSignIn(createSignIn(mode === 'sign-in' ? 'register' : 'sign-in'))
  }

  const begin = (message: string | undefined) => {
    setNotice(message)
    setSignIn(createSignIn('sign-in'))
  }

  if (challenge) {
    return (
      <SignInLayout title="One more step" lead="Your password is right. Now show that it is you.">
        <PageTitle of="One more step" />
        <Suspense>
          <SecondStep challenge={challenge} submit="Sign in" enter={enterArea} onOver={begin} />
        </Suspense>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={title} lead={leadOf(lead)}>
      <PageTitle of={title} />
      <SignInForm key={mode} signIn={signIn} notice={notice} startsFocused={isChanged} />
      <p className="mt-4 text-center">
        <button
          type="button"
          className="cursor-pointer rounded-[2px] px-2 py-2 text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4 disabled:cursor-default disabled:text-ink-3 disabled:no-underline"
          disabled={isAway}
          onClick={changeMode}
        >
          {toggle}
        </button>
      </p>
      {mode === 'sign-in' && (
        <p className="text-center">
          <a
            className="inline-block px-2 py-1 text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
            href="/access/forgot-password"
          >
            Forgot your password?
          </a>
        </p>
      )}
      {mode === 'sign-in' && canUsePasskeys() && (
        <Suspense fallback={<div className="mt-4 h-[87px]" />}>
          <PasskeyButton disabled={isAway} enter={enterArea} />
        </Suspense>
      )}
      <Terms mode={mode} />
    </SignInLayout>
  )
}
