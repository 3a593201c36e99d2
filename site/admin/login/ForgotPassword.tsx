import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { accounts, ForgotPasswordBody } from '#contract/accounts'
import { fieldRules } from '#contract/schema'
import { call } from '#core/api/api'
import { explainRejection } from '#core/api/failures'
import { createForm } from '#core/form/form'
import { adminPathHeaders } from '#core/session/admin-path'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'

const createForgotForm = () =>
  createForm({
    initial: { email: '' },
    check: ({ email }) =>
      email.trim() === '' ? { message: 'Email is required', fieldErrors: {} } : undefined,
    explain: (error) => explainRejection(error, 'An error occurred. Please try again.'),
    save: async (body) => {
      await call(accounts.forgotPassword, { body }, { headers: adminPathHeaders() })
    },
  })

/** Asks for a link for a new password, by the email of the administrator's account. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const [form] = useState(createForgotForm)
  const { values, status } = useStore(form.$state)
  const banner = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLFormElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (status.name === 'failed' || status.name === 'saved') banner.current?.focus()
  }, [status])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <form ref={field} noValidate onSubmit={send} className="grid gap-5" aria-busy={status.name === 'saving'}>
      {status.name === 'failed' && (
        <Banner kind="error" ref={banner}>
          {status.message}
        </Banner>
      )}
      {status.name === 'saved' ? (
        <Banner kind="success" ref={banner}>
          If there is an administrator with this email, a link is on its way to it.
        </Banner>
      ) : (
        <>
          <Field label="Email" required>
            {(wiring) => (
              <Input
                {...wiring}
                name="email"
                type="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={fieldRules(ForgotPasswordBody, 'email').maxLength}
                value={values.email}
                onChange={({ target }) => form.set('email', target.value)}
              />
            )}
          </Field>
          <Button type="submit" className="mt-1 w-full" busy={status.name === 'saving' && 'Sending...'}>
            Send the Link
          </Button>
        </>
      )}
      <button
        type="button"
        className="cursor-pointer justify-self-center px-2 py-1 text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
        onClick={onBack}
      >
        Back to sign-in
      </button>
    </form>
  )
}
