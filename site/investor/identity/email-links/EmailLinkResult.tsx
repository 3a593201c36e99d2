/** Where each emailed link leads once it has done its job, and if it can no longer be used. */
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { EmailLinkStatus } from '#contract/identity/accounts'
import { FORGOT_PASSWORD_PAGE, isAdminToken } from '#contract/identity/email-links'
import { refreshCurrentUser } from '#core/query/identity/account-email'
import { investorSession } from '#core/session/session'
import { SuccessMessage } from '#site/account-security/SuccessMessage.tsx'
import { useEmailConfirmation } from '#site/investor/identity/settings/use-email-confirmation.ts'
import { Button, LinkButton } from '#ui/Button'

export type EmailLinkAction = 'confirmEmail' | 'undoEmail' | 'reportSignIn'

const dashboard = { label: 'Go to the Dashboard', href: '/access/dashboard' }
const signIn = { label: 'Sign In', href: '/access/login' }
const newPassword = { label: 'Reset Password', href: FORGOT_PASSWORD_PAGE }
/** The page for email preferences. */
export const emailPreferencesLink = {
  label: 'Manage Email Preferences',
  href: '/access/settings/notifications',
}

/** Administrators request it at a URL that no page of the site names. */
const ofAdministrator =
  'If the email does not arrive, request another one from the administrator sign-in page.'

interface LinkEndProps {
  purpose: EmailLinkAction
  token: string
}

/** What the link has done. */
export function EmailLinkSuccess({
  purpose,
  token,
  link: { kind, email, disputes },
}: LinkEndProps & { link: EmailLinkStatus }) {
  const user = useStore(investorSession.$session)?.user
  if (purpose !== 'confirmEmail' && disputes) {
    return (
      <SuccessMessage>
        The account has been locked and all sessions have been signed out. Our team will review the change and
        contact you at {email}.
      </SuccessMessage>
    )
  }
  if (purpose !== 'confirmEmail') {
    const ended = `${
      purpose === 'undoEmail'
        ? 'The change has been cancelled and you have been signed out everywhere.'
        : 'You have been signed out everywhere.'
    } We have emailed you a link to set a new password.`
    return isAdminToken(token) ? (
      <SuccessMessage>
        {ended} {ofAdministrator}
      </SuccessMessage>
    ) : (
      <SuccessMessage to={newPassword}>{ended} If it does not arrive, request another one.</SuccessMessage>
    )
  }
  if (kind === 'change') {
    const done = `${email} is now the email address for your account. We have notified your previous address, from which the change can be disputed for a few days.`
    return isAdminToken(token) ? (
      <SuccessMessage>{done}</SuccessMessage>
    ) : (
      <SuccessMessage to={user ? dashboard : signIn}>{done}</SuccessMessage>
    )
  }
  if (user?.email_confirmed === false) {
    return (
      <SuccessMessage to={dashboard}>
        {email} is confirmed. You are signed in to another account, {user.email}.
      </SuccessMessage>
    )
  }
  return (
    <SuccessMessage to={user ? dashboard : signIn}>Your email address {email} is confirmed.</SuccessMessage>
  )
}

/** What to do if the link can no longer be used. If another account has the address, only support can help. */
export function ExpiredLinkOptions({ purpose, token, isTaken }: LinkEndProps & { isTaken: boolean }) {
  if (isTaken) return null
  if (purpose === 'confirmEmail') return <ConfirmWayOn />
  if (isAdminToken(token)) {
    return <p className={text}>Request a password reset from the administrator sign-in page.</p>
  }
  return purpose === 'undoEmail' ? (
    <NextStepLink to={newPassword}>
      If you can still sign in with this address, set a new password. This cancels any pending email change
      and signs you out everywhere. If your account now has a different address, contact support.
    </NextStepLink>
  ) : (
    <NextStepLink to={newPassword}>
      Setting a new password also signs you out everywhere. If you have already used this link, your current
      password no longer works.
    </NextStepLink>
  )
}

const text = 'text-[0.9375rem] text-ink-2'

/** A sentence, and the button for the next step. */
export function NextStepLink({ to, children }: { to: { label: string; href: string }; children: ReactNode }) {
  return (
    <>
      <p className={text}>{children}</p>
      <LinkButton href={to.href} className="w-full">
        {to.label}
      </LinkButton>
    </>
  )
}

/** If signed in, the account itself shows whether anything is left to confirm. */
function ConfirmWayOn() {
  const user = useStore(investorSession.$session)?.user
  useEffect(() => void refreshCurrentUser(), [])
  if (!user) {
    return (
      <NextStepLink to={signIn}>
        If you have already used this link, your address is confirmed. If not, sign in and request a new link.
      </NextStepLink>
    )
  }
  if (user.email_confirmed === false) return <SendAnother email={user.email} />
  return <NextStepLink to={dashboard}>{user.email} is already confirmed.</NextStepLink>
}

function SendAnother({ email }: { email: string }) {
  const { isSending, message, send } = useEmailConfirmation()
  return (
    <>
      <p className={text}>
        <span className="wrap-anywhere">{email}</span> is not confirmed yet.
      </p>
      <Button className="w-full" busy={isSending && 'Sending...'} onClick={send}>
        Send a New Link
      </Button>
      <p role="status" className={`${text} empty:hidden`}>
        {message}
      </p>
    </>
  )
}
