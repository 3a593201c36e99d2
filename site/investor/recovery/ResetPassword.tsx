import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FORGOT_PASSWORD_PAGE, isAdminToken } from '#contract/account-links'
import { Done } from '#site/security/Done.tsx'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { NewPasswordFields } from '#site/security/NewPasswordFields.tsx'
import { Button } from '#ui/Button'
import { createResetForm } from './forms.ts'
import { LinkPage, MissingToken } from './LinkPage.tsx'
import { useLinkToken } from './use-link-token.ts'

/** /access/reset-password: sets a new password with a mailed link. */
export function ResetPassword() {
  const token = useLinkToken()
  return (
    <LinkPage title="Choose a new password" lead="It ends all sessions of your account, on every device.">
      {token ? <ResetForm key={token} token={token} /> : <MissingToken />}
    </LinkPage>
  )
}

function ResetForm({ token }: { token: string }) {
  const [form] = useState(() => createResetForm(token))
  const { values, fieldErrors, status } = useStore(form.$state)
  const isAdmin = isAdminToken(token)

  if (status.name === 'saved') {
    return isAdmin ? (
      <Done>Your password is changed. Sign in with it at your own address of the administration.</Done>
    ) : (
      <Done to={{ label: 'Sign In', href: '/access/login' }}>
        Your password is changed. Sign in with the new one.
      </Done>
    )
  }
  const isLinkBad = status.name === 'failed' && 'token' in fieldErrors
  return (
    <FormFrame status={status} fieldErrors={fieldErrors} onSubmit={() => void form.submit()}>
      <NewPasswordFields
        label="New Password"
        name="password"
        values={values}
        errors={fieldErrors}
        onChange={form.set}
      />
      <Button type="submit" className="mt-1 w-full" busy={status.name === 'saving' && 'Saving...'}>
        Set New Password
      </Button>
      {isLinkBad && !isAdmin && (
        <p className="text-center">
          <a
            className="text-accent-text underline decoration-1 underline-offset-4"
            href={FORGOT_PASSWORD_PAGE}
          >
            Ask for a new link
          </a>
        </p>
      )}
    </FormFrame>
  )
}
