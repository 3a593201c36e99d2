import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { accounts, ForgotPasswordBody } from '#contract/identity/accounts'
import { getFieldRules } from '#contract/schema-builders'
import { callApi } from '#core/api/api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { createForm } from '#core/form/form'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { AuthForm } from './AuthForm.tsx'
import { SuccessMessage } from './SuccessMessage.tsx'

type Headers = Readonly<Record<string, string>>

const createForgotForm = (headers: Headers) =>
  createForm({
    initial: { email: '' },
    check: ({ email }) =>
      email.trim() === ''
        ? { message: 'Enter your email address', fieldErrors: { email: 'Enter your email address' } }
        : undefined,
    explain: (error) => getServerErrorMessage(error, 'An error occurred. Please try again.'),
    save: async ({ email }) => {
      await callApi(accounts.forgotPassword, { body: { email } }, { headers })
      return email.trim()
    },
  })

interface ForgotPasswordProps {
  /** Sent with the call: the administrators' secret path. */
  headers?: Headers
  /** Describes whose account it is, in the sentence after the form. */
  account: string
  /** The browser's hint for the field: investors sign in with their email. */
  autoComplete: 'username' | 'email'
  /** Whether it has just replaced another form and so takes the focus. */
  isFocused?: boolean
  /** Shown below the form, whatever its state. */
  children?: ReactNode
}

/** Requests a password reset link by the account's email. */
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
        <SuccessMessage>
          If {account} exists for {status.result}, we have emailed a password reset link. It expires shortly
          and works once. Check your spam folder if you do not see it. After several requests, no further
          email is sent until an earlier link expires; use the most recent one.
        </SuccessMessage>
      ) : (
        <AuthForm status={status} fieldErrors={fieldErrors} onSubmit={() => void form.submit()}>
          <Field label="Email" error={fieldErrors.email} required>
            {(wiring) => (
              <Input
                {...wiring}
                name="email"
                type="email"
                autoComplete={autoComplete}
                autoCapitalize="none"
                spellCheck={false}
                maxLength={getFieldRules(ForgotPasswordBody, 'email').maxLength}
                value={values.email}
                onChange={({ target }) => form.set('email', target.value)}
              />
            )}
          </Field>
          <Button type="submit" className="mt-1 w-full" busy={status.name === 'saving' && 'Sending...'}>
            Send Reset Link
          </Button>
        </AuthForm>
      )}
      {children}
    </div>
  )
}
