/** Where each link in a mail leads: once it has done what it is for, and when it can no longer be used. */
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { FORGOT_PASSWORD_PAGE, isAdminToken } from '#contract/account-links'
import type { MailedLink } from '#contract/accounts'
import { refreshOwnUser } from '#core/query/own-email'
import { investorSession } from '#core/session/session'
import { useEmailConfirmation } from '#site/investor/verification/use-email-confirmation.ts'
import { Done } from '#site/security/Done.tsx'
import { Button, LinkButton } from '#ui/Button'

export type LinkPurpose = 'confirmEmail' | 'undoEmail' | 'reportSignIn'

const dashboard = { label: 'Go to the Dashboard', href: '/access/dashboard' }
const signIn = { label: 'Sign In', href: '/access/login' }
const newPassword = { label: 'Choose a New Password', href: FORGOT_PASSWORD_PAGE }
/** Where the kinds of mails are chosen. */
export const mailSettings = { label: 'Choose What Is Mailed', href: '/access/settings/notifications' }

/** Administrators ask at an address that no page of the site names. */
const ofAdministrator =
  'If the mail does not arrive, ask for another one at your own address of the administration.'

interface LinkEndProps {
  purpose: LinkPurpose
  token: string
}

/** What the link has done. */
export function LinkDone({
  purpose,
  token,
  link: { kind, email, disputes },
}: LinkEndProps & { link: MailedLink }) {
  const user = useStore(investorSession.$session)?.user
  if (purpose !== 'confirmEmail' && disputes) {
    return (
      <Done>
        The account is locked, and all sessions have ended. Our team will review the change and contact you at{' '}
        {email}.
      </Done>
    )
  }
  if (purpose !== 'confirmEmail') {
    const ended = `${
      purpose === 'undoEmail'
        ? 'The change is cancelled, and all sessions have ended.'
        : 'All sessions have ended.'
    } We have emailed you a link: choose a new password with it.`
    return isAdminToken(token) ? (
      <Done>
        {ended} {ofAdministrator}
      </Done>
    ) : (
      <Done to={newPassword}>{ended} If it does not arrive, ask for another one.</Done>
    )
  }
  if (kind === 'change') {
    const done = `${email} is now the email address of your account. We have told your former address, which can dispute the change for some days.`
    return isAdminToken(token) ? <Done>{done}</Done> : <Done to={user ? dashboard : signIn}>{done}</Done>
  }
  if (user?.email_confirmed === false) {
    return (
      <Done to={dashboard}>
        {email} is confirmed. You are signed in with another account, {user.email}.
      </Done>
    )
  }
  return <Done to={user ? dashboard : signIn}>Your email address {email} is confirmed.</Done>
}

/** What can be done when the link can no longer be used. Where another account has the address, only support can help. */
export function LinkWayOn({ purpose, token, isTaken }: LinkEndProps & { isTaken: boolean }) {
  if (isTaken) return null
  if (purpose === 'confirmEmail') return <ConfirmWayOn />
  if (isAdminToken(token)) {
    return (
      <p className={text}>Ask for a link for a new password at your own address of the administration.</p>
    )
  }
  return purpose === 'undoEmail' ? (
    <Way to={newPassword}>
      If this address still signs you in, choose a new password: that cancels a change and ends all sessions.
      If the account has another address by now, contact support.
    </Way>
  ) : (
    <Way to={newPassword}>
      A new password also ends all sessions. If you have pressed the button of this email before, the present
      one no longer works.
    </Way>
  )
}

const text = 'text-[0.9375rem] text-ink-2'

/** A sentence, and the button that follows from it. */
export function Way({ to, children }: { to: { label: string; href: string }; children: ReactNode }) {
  return (
    <>
      <p className={text}>{children}</p>
      <LinkButton href={to.href} className="w-full">
        {to.label}
      </LinkButton>
    </>
  )
}

/** Signed in, the account itself says whether there is anything left to confirm. */
function ConfirmWayOn() {
  const user = useStore(investorSession.$session)?.user
  useEffect(() => void refreshOwnUser(), [])
  if (!user) {
    return (
      <Way to={signIn}>
        If you have followed it before, your address is confirmed. If not, sign in and have a new link sent.
      </Way>
    )
  }
  if (user.email_confirmed === false) return <SendAnother email={user.email} />
  return <Way to={dashboard}>Nothing is left to do: {user.email} is confirmed.</Way>
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
