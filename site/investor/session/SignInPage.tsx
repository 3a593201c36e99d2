import { useState } from 'react'
import { takeEndSentence } from '#core/investor-session-end'
import { PageTitle } from '#site/investor/PageTitle.tsx'
import { AccountSheet } from './AccountSheet.tsx'
import { SignInForm } from './SignInForm.tsx'
import type { Mode } from './sign-in-messages.ts'

const wording = {
  'sign-in': {
    title: 'Access Platform',
    lead: 'Sign in to your portfolio, your transactions and the market.',
    toggle: "Don't have an account? Create one",
  },
  register: {
    title: 'Create an account',
    lead: 'It takes a minute. Nothing is invested by it.',
    toggle: 'Already have an account? Sign in',
  },
}

/** /access/login: signing in and registration, one form with two modes. */
export function SignInPage() {
  const [mode, setMode] = useState<Mode>('sign-in')
  const [notice, setNotice] = useState(takeEndSentence)
  const { title, lead, toggle } = wording[mode]

  const changeMode = () => {
    setNotice(undefined)
    setMode(mode === 'sign-in' ? 'register' : 'sign-in')
  }

  return (
    <div className="wrap py-14 max-lg:py-10 max-sm:pt-0">
      <PageTitle of={title} />
      <div className="panel grid overflow-hidden max-sm:-mx-[16px] max-sm:rounded-none max-sm:border-0 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,0.9fr)]">
        <section className="mx-auto w-full max-w-[33rem] px-10 py-12 max-sm:px-4 max-sm:py-9">
          <h1 className="text-[clamp(2rem,4vw,2.5rem)] leading-[1.1] font-normal tracking-[-0.02em]">
            {title}
          </h1>
          <p className="mt-2 mb-8 text-ink-2">{lead}</p>
          <SignInForm key={mode} mode={mode} notice={notice} />
          <p className="mt-4 text-center">
            <button
              type="button"
              className="cursor-pointer rounded-[2px] px-2 py-2 text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
              onClick={changeMode}
            >
              {toggle}
            </button>
          </p>
          <Terms mode={mode} />
        </section>
        <AccountSheet />
      </div>
    </div>
  )
}

/** What holds for an account, and where to ask. */
function Terms({ mode }: { mode: Mode }) {
  const link = 'text-ink underline decoration-1 underline-offset-4'
  return (
    <p className="mt-6 border-t border-line pt-5 text-[0.8125rem] leading-relaxed text-ink-2">
      {mode === 'register' ? 'By creating an account you accept the ' : 'Your account is subject to the '}
      <a className={link} href="/legal/terms-of-service">
        Terms of Service
      </a>{' '}
      and the{' '}
      <a className={link} href="/legal/privacy-policy">
        Privacy Policy
      </a>
      .{' '}
      {mode === 'sign-in' && (
        <>
          Cannot sign in?{' '}
          <a className={link} href="/docs/help-support">
            Contact support
          </a>
          .
        </>
      )}
    </p>
  )
}
