import { type FormEvent, useEffect, useRef, useState } from 'react'
import { getFactorErrorMessage } from '#core/security/factor-error-message'
import { type FactorPrompt, listAvailableMethods, submitFactor } from '#core/security/factor-prompt'
import type { StepUpMethod } from '#shared/enums/factors'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { PasswordField } from '#ui/PasswordField'
import { usePasskeyPrompt } from './use-passkey-prompt.ts'

const words: Record<StepUpMethod, { choose: string; about: string; missing: string }> = {
  passkey: {
    choose: 'Use a passkey',
    about: 'Confirm with your fingerprint, face, device PIN or security key.',
    missing: '',
  },
  totp: {
    choose: 'Use an authenticator app',
    about: 'Enter the current six-digit code from your authenticator app.',
    missing: 'Enter the one-time code',
  },
  recovery: {
    choose: 'Use a recovery code',
    about: 'Enter one of your saved recovery codes. Each code works only once.',
    missing: 'Enter a recovery code',
  },
  password: { choose: 'Use your password', about: '', missing: 'Enter your password' },
}

interface FactorFormProps {
  asker: FactorPrompt
  submit: string
  busy: string
  /** Called with the error when the answer was rejected; returns whether it was handled. */
  onRefused?: (error: unknown) => boolean
  onDone: () => void
}

/** Asks for a second factor or the password: one method at a time, with the alternatives below. */
export function FactorForm({ asker, submit, busy, onRefused, onDone }: FactorFormProps) {
  const methods = listAvailableMethods(asker.methods)
  const [method, setMethod] = useState<StepUpMethod>(methods[0] ?? 'password')
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false })
  const prompt = usePasskeyPrompt()
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of each method, once it is shown
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, button[type="submit"]')?.focus()
  }, [method])
  useEffect(() => {
    if (!state.error) return
    // The wrong answer is overwritten by typing; its message describes the field.
    const field = form.current?.querySelector('input')
    if (field) field.select()
    else banner.current?.focus()
  }, [state])

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.isBusy) return
    const text = String(new FormData(event.currentTarget).get('answer') ?? '')
    if (method !== 'passkey' && text.trim() === '') {
      setState({ isBusy: false, error: words[method].missing })
      return
    }
    setState({ isBusy: true })
    try {
      await submitFactor(asker, method, text, prompt.begin())
      onDone()
    } catch (error) {
      if (onRefused?.(error)) return
      setState({ isBusy: false, error: getFactorErrorMessage(error) })
    }
  }

  const choose = (other: StepUpMethod) => {
    prompt.end()
    setState({ isBusy: false })
    setMethod(other)
  }

  const { about, choose: label } = words[method]
  const error = state.isBusy ? undefined : state.error
  const others = methods.filter((other) => other !== method)
  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-5" aria-busy={state.isBusy}>
      {method === 'passkey' && error && (
        <Banner kind="error" ref={banner}>
          {error}
        </Banner>
      )}
      {method === 'passkey' && <p className="text-ink-2">{about}</p>}
      {method === 'totp' && (
        <Field key="totp" label="One-time code" hint={about} error={error} isAlert required>
          {(wiring) => (
            <Input
              {...wiring}
              name="answer"
              data-autofocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              className="font-mono text-[1.25rem] tracking-[0.25em]"
            />
          )}
        </Field>
      )}
      {method === 'recovery' && (
        <Field key="recovery" label="Recovery code" hint={about} error={error} isAlert required>
          {(wiring) => (
            <Input
              {...wiring}
              name="answer"
              data-autofocus
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              className="font-mono tracking-[0.06em]"
            />
          )}
        </Field>
      )}
      {method === 'password' && (
        <PasswordField
          label="Password"
          name="answer"
          data-autofocus
          error={error}
          isAlert
          autoComplete="current-password"
        />
      )}
      <Button type="submit" className="w-full" busy={state.isBusy && busy}>
        {method === 'passkey' ? label : submit}
      </Button>
      {others.length > 0 && (
        <div className="border-line border-t pt-4">
          <p className="text-[0.875rem] text-ink-2">Try another way</p>
          <ul className="mt-1 flex flex-wrap gap-x-5">
            {others.map((other) => (
              <li key={other}>
                <button
                  type="button"
                  // An unanswered prompt must not be a dead end.
                  disabled={state.isBusy && method !== 'passkey'}
                  className="min-h-8 cursor-pointer rounded-[2px] text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4 disabled:cursor-default disabled:text-ink-3"
                  onClick={() => choose(other)}
                >
                  {words[other].choose}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}
