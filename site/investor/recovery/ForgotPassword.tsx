import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ForgotPasswordBody } from '#contract/accounts'
import { fieldRules } from '#contract/schema'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { Done } from './Done.tsx'
import { FormFrame } from './FormFrame.tsx'
import { createForgotForm } from './forms.ts'
import { LinkPage } from './LinkPage.tsx'

/** /access/forgot-password: asks for a link for a new password. */
export function ForgotPassword() {
  const [form] = useState(createForgotForm)
  const { values, fieldErrors, status } = useStore(form.$state)
  return (
    <LinkPage title="Forgot your password?" lead="We mail you a link to choose a new one.">
      {status.name === 'saved' ? (
        <Done>
          If there is an account for {status.result}, a link is on its way to it. It works once, for a short
          time. Nothing there? Look into the spam folder.
        </Done>
      ) : (
        <FormFrame status={status} fieldErrors={fieldErrors} onSubmit={() => void form.submit()}>
          <Field label="Email" error={fieldErrors.email} required>
            {(wiring) => (
              <Input
                {...wiring}
                name="email"
                type="email"
                autoComplete="username"
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
    </LinkPage>
  )
}
