/**
 * The pages that confirm an email, that take a change of it back, and that report a sign-in: a scanner that opens a link
 * presses no button.
 */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { RejectedCall } from '#core/api/problems'
import { refreshOwnUser } from '#core/query/own-email'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { Button } from '#ui/Button'
import { createLinkForm } from './forms.ts'
import { LinkDone, type LinkPurpose, LinkWayOn } from './LinkEnds.tsx'
import { isLinkOver, LinkOver, LinkPage, MissingToken } from './LinkPage.tsx'
import { useLinkToken } from './use-link-token.ts'

const wording: Record<LinkPurpose, { title: string; lead: string; button: string; busy: string }> = {
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

function EmailLink({ kind }: { kind: LinkPurpose }) {
  const token = useLinkToken()
  if (token) return <OpenedLink key={token} kind={kind} token={token} />
  return (
    <LinkPage title={wording[kind].title}>
      <MissingToken />
    </LinkPage>
  )
}

function OpenedLink({ kind, token }: { kind: LinkPurpose; token: string }) {
  const [form] = useState(() => createLinkForm(kind, token))
  const { status } = useStore(form.$state)
  const { title, lead, button, busy } = wording[kind]

  const submit = async () => {
    await form.submit()
    if (form.$state.get().status.name === 'saved' && kind === 'confirmEmail') await refreshOwnUser()
  }

  if (status.name === 'saved') {
    return (
      <LinkPage title={title}>
        <LinkDone purpose={kind} token={token} />
      </LinkPage>
    )
  }
  if (isLinkOver(status)) {
    return (
      <LinkPage title={title}>
        {/* Its token is in the path of the call, where a part of one is only an unknown address. */}
        <LinkOver message={kind === 'unsubscribe' ? 'This link is not complete.' : status.message}>
          <LinkWayOn
            purpose={kind}
            token={token}
            isTaken={status.error instanceof RejectedCall && status.error.code === 'conflict'}
          />
        </LinkOver>
      </LinkPage>
    )
  }
  return (
    <LinkPage title={title} lead={lead}>
      <FormFrame status={status} fieldErrors={{}} onSubmit={() => void submit()}>
        <Button type="submit" className="w-full" busy={status.name === 'saving' && busy}>
          {button}
        </Button>
      </FormFrame>
    </LinkPage>
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
