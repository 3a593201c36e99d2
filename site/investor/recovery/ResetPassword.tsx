import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FORGOT_PASSWORD_PAGE, isAdminToken, linkPages } from '#contract/account-links'
import { Done } from '#site/security/Done.tsx'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { NewPasswordFields } from '#site/security/NewPasswordFields.tsx'
import { Button } from '#ui/Button'
import { CheckedLink } from './CheckedLink.tsx'
import { createResetForm } from './forms.ts'
import { Way } from './LinkEnds.tsx'
import { LinkFacts } from './LinkFacts.tsx'
import { isLinkOver, LinkOver, LinkPage } from './LinkPage.tsx'

const TITLE = 'Choose a new password'

/** /access/reset-password: sets a new password with a mailed link. */
export const ResetPassword = () => (
  <CheckedLink page={linkPages.reset} title={TITLE} wayOn={(token) => <ResetWayOn token={token} />}>
    {(link, token) => <OpenedLink token={token} email={link.email} />}
  </CheckedLink>
)

/** What can be done when the link can no longer be used. */
function ResetWayOn({ token }: { token: string }) {
  if (isAdminToken(token)) {
    return (
      <p className="text-[0.9375rem] text-ink-2">
        Ask for a new one at your own address of the administration.
      </p>
    )
  }
  return (
    <Way to={{ label: 'Ask for a New Link', href: FORGOT_PASSWORD_PAGE }}>
      If you have set a password with it, sign in with that one.
    </Way>
  )
}

function OpenedLink({ token, email }: { token: string; email: string }) {
  const [form] = useState(() => createResetForm(token, email))
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
          <ResetWayOn token={token} />
        </LinkOver>
      </LinkPage>
    )
  }
  return (
    <LinkPage title={TITLE} lead="It ends all sessions of your account, on every device.">
      <FormFrame status={status} fieldErrors={fieldErrors} onSubmit={() => void form.submit()}>
        <LinkFacts facts={[['Account', email]]} />
        {/* Password managers store the new password with it. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields
          label="New Password"
          name="password"
          email={email}
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
