/**
 * Pages that confirm an email, cancel or dispute an email change, or report someone else's action. Each requires a
 * button press, because security scanners open links.
 */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { EmailLinkStatus } from '#contract/identity/accounts'
import { emailLinkPaths, FORGOT_PASSWORD_PAGE } from '#contract/identity/email-links'
import { ApiError } from '#core/api/call-errors'
import { refreshCurrentUser } from '#core/query/identity/account-email'
import { AuthForm } from '#site/account-security/AuthForm.tsx'
import { Button } from '#ui/Button'
import { Email } from '#ui/Email'
import { PasswordField } from '#ui/PasswordField'
import { EmailLinkDetails } from './EmailLinkDetails.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { type EmailLinkAction, EmailLinkSuccess, ExpiredLinkOptions } from './EmailLinkResult.tsx'
import { createEmailLinkForm, needsPassword } from './email-link-forms.ts'
import { getEmailLinkTexts } from './email-link-texts.ts'
import { ExpiredLink, isLinkExpired, RecoveryLayout } from './RecoveryLayout.tsx'

interface OpenedLinkProps {
  purpose: EmailLinkAction
  link: EmailLinkStatus
  token: string
}

function OpenedLink({ purpose, link, token }: OpenedLinkProps) {
  const [form] = useState(() => createEmailLinkForm(purpose, { link, token }))
  const { values, fieldErrors, status } = useStore(form.$state)
  const asksPassword = needsPassword(purpose, { link, token })
  const { title, lead, address, account, effects, button, busy } = getEmailLinkTexts(link, token)

  const submit = async () => {
    await form.submit()
    if (form.$state.get().status.name === 'saved' && purpose === 'confirmEmail') await refreshCurrentUser()
  }

  if (status.name === 'saved') {
    return (
      <RecoveryLayout title={link.kind === 'change' ? 'Your new email address' : title}>
        <EmailLinkSuccess purpose={purpose} token={token} link={link} />
      </RecoveryLayout>
    )
  }
  if (isLinkExpired(status)) {
    const isTaken = status.error instanceof ApiError && status.error.code === 'conflict'
    return (
      <RecoveryLayout title={title}>
        <ExpiredLink message={status.message}>
          <ExpiredLinkOptions purpose={purpose} token={token} isTaken={isTaken} />
        </ExpiredLink>
      </RecoveryLayout>
    )
  }
  return (
    <RecoveryLayout title={title} lead={lead}>
      <AuthForm status={status} fieldErrors={fieldErrors} onSubmit={() => void submit()}>
        <EmailLinkDetails
          facts={[
            ...(account === undefined ? [] : [['Account', account] as const]),
            ...(address === undefined
              ? []
              : [[address, <Email key={address} address={link.email} />] as const]),
          ]}
          event={link.event}
          effects={effects}
        />
        {asksPassword && (
          <>
            <PasswordField
              label="Password"
              name="password"
              hint="Required because you are not signed in to this account in this browser."
              error={fieldErrors.password}
              isAlert
              autoComplete="current-password"
              value={values.password}
              onChange={({ target }) => form.set('password', target.value)}
            />
            <p className="text-[0.9375rem] text-ink-2">
              Don't know the password? Someone else may have used your address. Do not confirm it.{' '}
              <a href={FORGOT_PASSWORD_PAGE}>Reset the password</a> to sign out everyone else.
            </p>
          </>
        )}
        {/* On a phone, it stays in view below a long list. */}
        <div className="max-sm:sticky max-sm:bottom-[calc(var(--area-nav,0px)+var(--announcement-room,0px))] max-sm:-mx-4 max-sm:border-line max-sm:border-t max-sm:bg-surface max-sm:px-4 max-sm:py-3">
          <Button type="submit" className="w-full" busy={status.name === 'saving' && busy}>
            {button}
          </Button>
        </div>
      </AuthForm>
    </RecoveryLayout>
  )
}

interface EmailLinkProps {
  purpose: EmailLinkAction
  page: (typeof emailLinkPaths)[keyof typeof emailLinkPaths]
  title: string
}

const EmailLink = ({ purpose, page, title }: EmailLinkProps) => (
  <EmailLinkPage
    page={page}
    title={title}
    wayOn={(token) => <ExpiredLinkOptions purpose={purpose} token={token} isTaken={false} />}
  >
    {(link, token) => <OpenedLink purpose={purpose} link={link} token={token} />}
  </EmailLinkPage>
)

/** /access/confirm-email: for a new account, or a changed email. */
export const ConfirmEmailPage = () => (
  <EmailLink purpose="confirmEmail" page={emailLinkPaths.confirm} title="Confirm your email address" />
)

/** /access/restore-email. */
export const RestoreEmailPage = () => (
  <EmailLink purpose="undoEmail" page={emailLinkPaths.undo} title="Stop or dispute an email change" />
)

/** /access/not-me. */
export const UnrecognizedSignInPage = () => (
  <EmailLink purpose="reportSignIn" page={emailLinkPaths.not_me} title="This was not me" />
)
