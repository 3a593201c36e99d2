import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState } from 'react'
import { canUsePasskeys } from '#core/security/passkey-support'
import { takeMessage } from '#core/session/investor-session-termination'
import { PageTitle } from '#site/investor/kit/PageTitle.tsx'
import { parseReturnUrl } from './return-url.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout, signInTexts } from './SignInLayout.tsx'
import { SignInTerms } from './SignInTerms.tsx'
import { createSignInForm, isSubmittingOrDone, startInvestorSession } from './sign-in-form.ts'

/** Loaded if the account has a second factor. */
const SecondStep = lazy(async () => ({
  default: (await import('#site/account-security/SecondFactorStep.tsx')).SecondFactorStep,
}))
const PasskeyButton = lazy(async () => ({
  default: (await import('#site/account-security/PasskeyButton.tsx')).PasskeyButton,
}))

const wording = {
  'sign-in': {
    ...signInTexts,
    toggle: "Don't have an account? Create one",
  },
  register: {
    title: 'Create an account',
    lead: 'It takes about a minute and does not commit you to invest.',
    toggle: 'Already have an account? Sign in',
  },
}

/** What the visitor came for, if the URL says so; otherwise the mode's lead. */
const leadOf = (lead: string): string =>
  parseReturnUrl(location.search).startsWith('/access/subscribe/')
    ? 'You will then return to your subscription. Nothing is due until it is approved.'
    : lead

/** The mode in which the URL opens the form. */
const firstMode = () => (location.pathname === '/access/register' ? 'register' : 'sign-in')

/** /access/login and /access/register: sign-in and registration, one form with two modes. */
export function SignInPage() {
  const [signIn, setSignIn] = useState(() => createSignInForm(firstMode()))
  const [notice, setNotice] = useState(takeMessage)
  const [isChanged, setChanged] = useState(false)
  const { mode, $state } = signIn
  const { title, lead, toggle } = wording[mode]
  // The mode cannot be changed while the form is in flight, because its result would be lost.
  const { status } = useStore($state)
  const isAway = isSubmittingOrDone(status)
  const challenge = status.name === 'saved' ? status.result : undefined

  const changeMode = () => {
    setNotice(undefined)
    setChanged(true)
    setSignIn(createSignInForm(mode === 'sign-in' ? 'register' : 'sign-in'))
  }

  const begin = (message: string | undefined) => {
    setNotice(message)
    setSignIn(createSignInForm('sign-in'))
  }

  if (challenge) {
    return (
      <SignInLayout title="Two-step verification" lead="Your password is correct. Now confirm your identity.">
        <PageTitle title="Two-step verification" />
        <Suspense>
          <SecondStep challenge={challenge} submit="Sign in" enter={startInvestorSession} onOver={begin} />
        </Suspense>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={title} lead={leadOf(lead)}>
      <PageTitle title={title} />
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
          <PasskeyButton disabled={isAway} enter={startInvestorSession} />
        </Suspense>
      )}
      <SignInTerms mode={mode} />
    </SignInLayout>
  )
}
