import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { accounts, ForgotPasswordBody } from '#contract/accounts'
import { fieldRules } from '#contract/schema'
import { call } from '#core/api/api'
import { explainRejection } from '#core/api/failures'
import { createForm } from '#core/form/form'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { Done } from './Done.tsx'
import { FormFrame } from './FormFrame.tsx'

type Headers = Readonly<Record<string, string>>

const createForgotForm = (headers: Headers) =>
  createForm({
    initial: { email: '' },
    check: ({ email }) =>
      email.trim() === ''
        ? { message: 'Enter your email address', fieldErrors: { email: 'Enter your email address' } }
        : undefined,
    explain: (error) => explainRejection(error, 'An error occurred. Please try again.'),
    save: async ({ email }) => {
      await call(accounts.forgotPassword, { body: { email } }, { headers })
      return email.trim()
    },
  })

interface ForgotPasswordProps {
  /** Sent with the call: the path of administrators. */
  headers?: Headers
  /** Whose account it is, in the sentence after the form. */
  account: string
  /** The browser's hint for the field: investors sign in by their email. */
  autoComplete: 'username' | 'email'
  /** Whether it has just taken the place of another form, and so takes the focus. */
  isFocused?: boolean
  /** Below the form, whatever its state. */
  children?: ReactNode
}

/** Asks for a link for a new password, by the email of the account. */
export function ForgotPassword({
  headers = {},
  account,
  autoComplete,
  isFocused = false,
  children,
}: ForgotPasswordProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) place.current?.querySelector('input')?.focus()
  }, [isFocused])
  const [form] = useState(() => createForgotForm(headers))
  const { values, fieldErrors, status } = useStore(form.$state)
  return (
    <div ref={place} className="grid gap-5">
      {status.name === 'saved' ? (
        <Done>
          If there is {account} for {status.result}, a link is on its way to it. It works once, for a short
          time. Nothing there? Look into the spam folder. After several requests no further mail is sent for
          half an hour: use the newest one in your mailbox.
        </Done>
      ) : (
        <FormFrame status={status} fieldErrors={fieldErrors} onSubmit={() => void form.submit()}>
          <Field label="Email" error={fieldErrors.email} required>
            {(wiring) => (
              <Input
                {...wiring}
                name="email"
                type="email"
                autoComplete={autoComplete}
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
        </FormFrame>
      )}
      {children}
    </div>
  )
}
