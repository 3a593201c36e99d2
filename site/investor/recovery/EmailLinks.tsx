/**
 * The pages that confirm an email, that take a change of it back, and that report a sign-in: a scanner that opens a link
 * presses no button.
 */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FORGOT_PASSWORD_PAGE } from '#contract/account-links'
import { refreshOwnUser } from '#core/query/own-email'
import { investorSession } from '#core/session/session'
import { Done } from '#site/security/Done.tsx'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { Button } from '#ui/Button'
import { createLinkForm } from './forms.ts'
import { LinkPage, MissingToken } from './LinkPage.tsx'
import { useLinkToken } from './use-link-token.ts'

const wording = {
  confirmEmail: {
    title: 'Confirm your email address',
    lead: 'One press, and this address is in use.',
    button: 'Confirm This Address',
    busy: 'Confirming...',
  },
  undoEmail: {
    title: 'Take your address back',
    lead: 'Restores your former address, ends all sessions, removes passkeys and one-time codes that were added on the day before the change or since, and asks for a new password.',
    button: 'Restore My Address',
    busy: 'Restoring...',
  },
  reportSignIn: {
    title: 'This was not me',
    lead: 'Ends all sessions of your account, removes passkeys and one-time codes that were added since, and asks for a new password: the present one no longer works.',
    button: 'End All Sessions',
    busy: 'Ending...',
  },
  unsubscribe: {
    title: 'Stop these mails',
    lead: 'Mails about the security of your account still come. The bell still shows everything else.',
    button: 'Stop These Mails',
    busy: 'Stopping...',
  },
}
type Kind = keyof typeof wording

function EmailLink({ kind }: { kind: Kind }) {
  const token = useLinkToken()
  const { title, lead } = wording[kind]
  return (
    <LinkPage title={title} lead={lead}>
      {token ? <LinkForm key={token} kind={kind} token={token} /> : <MissingToken />}
    </LinkPage>
  )
}

function LinkForm({ kind, token }: { kind: Kind; token: string }) {
  const [form] = useState(() => createLinkForm(kind, token))
  const { status, fieldErrors } = useStore(form.$state)
  const { button, busy } = wording[kind]

  const submit = async () => {
    await form.submit()
    if (form.$state.get().status.name === 'saved' && kind === 'confirmEmail') await refreshOwnUser()
  }

  if (status.name === 'saved') {
    if (kind === 'undoEmail') {
      return (
        <Done>
          Your address is restored, and all sessions are ended. We have mailed you a link: choose a new
          password with it.
        </Done>
      )
    }
    if (kind === 'unsubscribe') {
      return (
        <Done to={{ label: 'Choose What Is Mailed', href: '/access/settings/notifications' }}>
          These mails are stopped.
        </Done>
      )
    }
    if (kind === 'reportSignIn') {
      return (
        <Done to={{ label: 'Choose a New Password', href: FORGOT_PASSWORD_PAGE }}>
          All sessions are ended. We have mailed you a link: choose a new password with it. If it does not
          arrive, ask for another one.
        </Done>
      )
    }
    const isSignedIn = investorSession.read() !== null
    return (
      <Done
        to={
          isSignedIn
            ? { label: 'Go to the Dashboard', href: '/access/dashboard' }
            : { label: 'Sign In', href: '/access/login' }
        }
      >
        Your email address is confirmed.
      </Done>
    )
  }
  return (
    <FormFrame status={status} fieldErrors={{}} onSubmit={() => void submit()}>
      <Button type="submit" className="w-full" busy={status.name === 'saving' && busy}>
        {button}
      </Button>
      {kind === 'confirmEmail' && status.name === 'failed' && 'token' in fieldErrors && (
        <p className="text-center text-[0.9375rem] text-ink-2">
          Followed before? Then the address is confirmed.{' '}
          <a
            className="text-accent-text underline decoration-1 underline-offset-4"
            href={investorSession.read() ? '/access/dashboard' : '/access/login'}
          >
            {investorSession.read() ? 'Go to the dashboard' : 'Sign in'}
          </a>
          : a strip at the top sends a new link where one is needed.
        </p>
      )}
    </FormFrame>
  )
}

/** /access/confirm-email: of a new account, or a changed one. */
export const ConfirmEmail = () => <EmailLink kind="confirmEmail" />

/** /access/restore-email. */
export const RestoreEmail = () => <EmailLink kind="undoEmail" />

/** /access/not-me. */
export const NotMe = () => <EmailLink kind="reportSignIn" />

/** /access/unsubscribe. */
export const Unsubscribe = () => <EmailLink kind="unsubscribe" />
