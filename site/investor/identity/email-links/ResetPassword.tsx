import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { emailLinkPaths, FORGOT_PASSWORD_PAGE, isAdminToken } from '#contract/identity/email-links'
import { AuthForm } from '#site/account-security/AuthForm.tsx'
import { NewPasswordFields } from '#site/account-security/NewPasswordFields.tsx'
import { SuccessMessage } from '#site/account-security/SuccessMessage.tsx'
import { Button } from '#ui/Button'
import { EmailLinkDetails } from './EmailLinkDetails.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { NextStepLink } from './EmailLinkResult.tsx'
import { createPasswordResetForm } from './email-link-forms.ts'
import { ExpiredLink, isLinkExpired, RecoveryLayout } from './RecoveryLayout.tsx'

const TITLE = 'Set a new password'

/** /access/reset-password: sets a new password using an emailed link. */
export const ResetPassword = () => (
  <EmailLinkPage page={emailLinkPaths.reset} title={TITLE} wayOn={(token) => <ResetWayOn token={token} />}>
    {(link, token) => <OpenedLink token={token} email={link.email} />}
  </EmailLinkPage>
)

/** What to do if the link can no longer be used. */
function ResetWayOn({ token }: { token: string }) {
  if (isAdminToken(token)) {
    return (
      <p className="text-[0.9375rem] text-ink-2">Request a new one from the administrator sign-in page.</p>
    )
  }
  return (
    <NextStepLink to={{ label: 'Request a New Link', href: FORGOT_PASSWORD_PAGE }}>
      If you have already used this link, sign in with the password you set.
    </NextStepLink>
  )
}

function OpenedLink({ token, email }: { token: string; email: string }) {
  const [form] = useState(() => createPasswordResetForm(token, email))
  const { values, fieldErrors, status } = useStore(form.$state)
  const isAdmin = isAdminToken(token)

  if (status.name === 'saved') {
    return (
      <RecoveryLayout title={TITLE}>
        {isAdmin ? (
          <SuccessMessage>
            Your password has been changed. Sign in from the administrator sign-in page.
          </SuccessMessage>
        ) : (
          <SuccessMessage to={{ label: 'Sign In', href: '/access/login' }}>
            Your password has been changed. Sign in with your new password.
          </SuccessMessage>
        )}
      </RecoveryLayout>
    )
  }
  if (isLinkExpired(status)) {
    return (
      <RecoveryLayout title={TITLE}>
        <ExpiredLink message={status.message}>
          <ResetWayOn token={token} />
        </ExpiredLink>
      </RecoveryLayout>
    )
  }
  return (
    <RecoveryLayout title={TITLE} lead="You will be signed out on all devices.">
      <AuthForm status={status} fieldErrors={fieldErrors} onSubmit={() => void form.submit()}>
        <EmailLinkDetails facts={[['Account', email]]} />
        {/* Lets password managers store the new password with it. */}
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
      </AuthForm>
    </RecoveryLayout>
  )
}
