import { useStore } from '@nanostores/react'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { AdminSignInBody } from '#contract/identity/admin-account'
import { getFieldRules } from '#contract/schema-builders'
import { canUsePasskeys } from '#core/security/passkey-support'
import { getAdminPathHeaders } from '#core/session/admin-path'
import { takeAdminEndSentence } from '#core/session/admin-session'
import { Brand } from '#site/admin/kit/layout/Brand.tsx'
import { DocumentTitle } from '#site/admin/kit/layout/DocumentTitle.tsx'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { PasswordField } from '#ui/PasswordField'
import { createAdminSignInForm, startAdminSession } from './sign-in-form.ts'

/** Loaded if passkeys are supported or the account has a second factor. */
const SecondStep = lazy(async () => ({
  default: (await import('#site/account-security/SecondFactorStep.tsx')).SecondFactorStep,
}))
const PasskeyButton = lazy(async () => ({
  default: (await import('#site/account-security/PasskeyButton.tsx')).PasskeyButton,
}))
/** Loaded on demand. */
const ForgotPassword = lazy(async () => ({
  default: (await import('#site/account-security/ForgotPassword.tsx')).ForgotPassword,
}))

/** Moves the page's contour drawing behind the form. It is drawn by the build, like all of them. */
function useContours() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sheet = document.querySelector<HTMLTemplateElement>('template[data-contours]')
    if (sheet) place.current?.replaceChildren(sheet.content.cloneNode(true))
  }, [])
  return place
}

/** /{secret}/admin/login: the administrators' sign-in page. */
export function AdminSignInPage() {
  const [hasForgotten, setForgotten] = useState(false)
  return (
    <main
      id="main"
      tabIndex={-1}
      className="on-slate relative flex flex-1 flex-col items-center justify-center overflow-hidden bg-slate px-4 py-12 text-on-slate"
    >
      <DocumentTitle title="Administrator sign-in" />
      <div ref={useContours()} aria-hidden="true" />
      <div className="relative w-full max-w-[26rem]">
        <div className="mb-6 flex justify-center">
          <Brand />
        </div>
        <div className="panel p-8 text-ink [--focus:var(--accent-text)] max-sm:p-5">
          <p className="kicker">Administration</p>
          <h1 className="mt-3 mb-6 text-[1.75rem] leading-tight font-normal tracking-[-0.02em]">
            {hasForgotten ? 'Forgot your password?' : 'Sign in'}
          </h1>
          {hasForgotten ? (
            <Suspense>
              <ForgotPassword
                headers={getAdminPathHeaders()}
                account="an administrator"
                autoComplete="email"
                isFocused
              >
                <button
                  type="button"
                  className="cursor-pointer justify-self-center px-2 py-1 text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
                  onClick={() => setForgotten(false)}
                >
                  Back to sign-in
                </button>
              </ForgotPassword>
            </Suspense>
          ) : (
            <LoginForm onForgotten={() => setForgotten(true)} />
          )}
        </div>
        <p className="mt-6 text-center text-[0.9375rem]">
          <a className="text-on-slate underline decoration-1 underline-offset-4" href="/">
            Back to the public site
          </a>
        </p>
      </div>
    </main>
  )
}

function LoginForm({ onForgotten }: { onForgotten: () => void }) {
  const [login, setLogin] = useState(createAdminSignInForm)
  const [ended, setEnded] = useState(takeAdminEndSentence)
  const { status } = useStore(login.$state)
  const challenge = status.name === 'saved' ? status.result : undefined
  const isEntering = status.name === 'saved' && !challenge
  const banner = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (!ended) form.current?.querySelector<HTMLInputElement>('[name="username"]')?.focus()
  }, [ended])
  // Moves the focus to the message.
  useEffect(() => {
    if (status.name === 'failed' || isEntering || ended) banner.current?.focus()
  }, [status, isEntering, ended])

  const isAway = status.name === 'saving' || isEntering
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isAway) return
    const data = new FormData(event.currentTarget)
    const textOf = (name: string) => String(data.get(name) ?? '')
    void login.submit({ username: textOf('username'), password: textOf('password') })
  }
  const message = status.name === 'failed' ? status.message : status.name === 'editing' ? ended : undefined

  if (challenge) {
    const beginAgain = (reason: string | undefined) => {
      setEnded(reason)
      setLogin(createAdminSignInForm())
    }
    return (
      <Suspense>
        <p className="mb-5 text-ink-2">Password accepted. Complete the second step to continue.</p>
        <SecondStep
          challenge={challenge}
          headers={getAdminPathHeaders()}
          submit="Sign In"
          done="Login successful. Opening the panel..."
          enter={startAdminSession}
          onOver={beginAgain}
        />
      </Suspense>
    )
  }
  return (
    <>
      {/* The page shows its own validation messages, one at a time. */}
      <form ref={form} noValidate onSubmit={send} className="grid gap-5" aria-busy={isAway}>
        {isEntering && (
          <Banner kind="success" ref={banner}>
            Login successful. Opening the panel...
          </Banner>
        )}
        {message && (
          <Banner kind="error" ref={banner}>
            {message}
          </Banner>
        )}
        <Field label="Username" required>
          {(wiring) => (
            <Input
              {...wiring}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={getFieldRules(AdminSignInBody, 'username').maxLength}
            />
          )}
        </Field>
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Button type="submit" className="mt-1 w-full" busy={isAway && 'Signing In...'}>
          Sign In
        </Button>
        <button
          type="button"
          className="cursor-pointer justify-self-center px-2 py-1 text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
          onClick={onForgotten}
        >
          Forgot your password?
        </button>
      </form>
      {canUsePasskeys() && (
        <Suspense fallback={<div className="mt-4 h-[87px]" />}>
          <PasskeyButton disabled={isAway} headers={getAdminPathHeaders()} enter={startAdminSession} />
        </Suspense>
      )}
    </>
  )
}
