import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FORGOT_PASSWORD_PAGE, isAdminToken } from '#contract/account-links'
import { Done } from '#site/security/Done.tsx'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { NewPasswordFields } from '#site/security/NewPasswordFields.tsx'
import { Button, LinkButton } from '#ui/Button'
import { createResetForm } from './forms.ts'
import { isLinkOver, LinkOver, LinkPage, MissingToken } from './LinkPage.tsx'
import { useLinkToken } from './use-link-token.ts'

const TITLE = 'Choose a new password'

/** /access/reset-password: sets a new password with a mailed link. */
export function ResetPassword() {
  const token = useLinkToken()
  if (token) return <OpenedLink key={token} token={token} />
  return (
    <LinkPage title={TITLE}>
      <MissingToken />
    </LinkPage>
  )
}

function OpenedLink({ token }: { token: string }) {
  const [form] = useState(() => createResetForm(token))
  const { values, fieldErrors, status } = useStore(form.$state)
  const isAdmin = isAdminToken(token)

  if (status.name === 'saved') {
    return (
      <LinkPage title={TITLE}>
        {isAdmin ? (
          <Done>Your password is changed. Sign in with it at your own address of the administration.</Done>
        ) : (
          <Done to={{ label: 'Sign In', href: '/access/login' }}>
            Your password is changed. Sign in with the new one.
          </Done>
        )}
      </LinkPage>
    )
  }
  if (isLinkOver(status)) {
    return (
      <LinkPage title={TITLE}>
        <LinkOver message={status.message}>
          {isAdmin ? (
            <p className="text-[0.9375rem] text-ink-2">
              Ask for a new one at your own address of the administration.
            </p>
          ) : (
            <>
              <p className="text-[0.9375rem] text-ink-2">
                If you have set a password with it, sign in with that one.
              </p>
              <LinkButton href={FORGOT_PASSWORD_PAGE} className="w-full">
                Ask for a New Link
              </LinkButton>
            </>
          )}
        </LinkOver>
      </LinkPage>
    )
  }
  return (
    <LinkPage title={TITLE} lead="It ends all sessions of your account, on every device.">
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
      </FormFrame>
    </LinkPage>
  )
}
