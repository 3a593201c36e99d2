/**
 * The pages that confirm an email, that stop or dispute a change of it, and that report what somebody else did: a scanner that
 * opens a link presses no button.
 */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FORGOT_PASSWORD_PAGE, linkPages } from '#contract/account-links'
import type { MailedLink } from '#contract/accounts'
import { RejectedCall } from '#core/api/problems'
import { refreshOwnUser } from '#core/query/own-email'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { Button } from '#ui/Button'
import { Email } from '#ui/Email'
import { PasswordField } from '#ui/PasswordField'
import { CheckedLink } from './CheckedLink.tsx'
import { createLinkForm, needsPassword } from './forms.ts'
import { LinkDone, type LinkPurpose, LinkWayOn } from './LinkEnds.tsx'
import { LinkFacts } from './LinkFacts.tsx'
import { isLinkOver, LinkOver, LinkPage } from './LinkPage.tsx'
import { wordingOf } from './link-wording.ts'

interface OpenedLinkProps {
  purpose: LinkPurpose
  link: MailedLink
  token: string
}

function OpenedLink({ purpose, link, token }: OpenedLinkProps) {
  const [form] = useState(() => createLinkForm(purpose, { link, token }))
  const { values, fieldErrors, status } = useStore(form.$state)
  const asksPassword = needsPassword(purpose, { link, token })
  const { title, lead, address, account, effects, button, busy } = wordingOf(link, token)

  const submit = async () => {
    await form.submit()
    if (form.$state.get().status.name === 'saved' && purpose === 'confirmEmail') await refreshOwnUser()
  }

  if (status.name === 'saved') {
    return (
      <LinkPage title={link.kind === 'change' ? 'Your new sign-in address' : title}>
        <LinkDone purpose={purpose} token={token} link={link} />
      </LinkPage>
    )
  }
  if (isLinkOver(status)) {
    const isTaken = status.error instanceof RejectedCall && status.error.code === 'conflict'
    return (
      <LinkPage title={title}>
        <LinkOver message={status.message}>
          <LinkWayOn purpose={purpose} token={token} isTaken={isTaken} />
        </LinkOver>
      </LinkPage>
    )
  }
  return (
    <LinkPage title={title} lead={lead}>
      <FormFrame status={status} fieldErrors={fieldErrors} onSubmit={() => void submit()}>
        <LinkFacts
          facts={[
            ...(account === undefined ? [] : [['Account', account] as const]),
            ...(address === undefined ? [] : [[address, <Email key={address} of={link.email} />] as const]),
          ]}
          event={link.event}
          effects={effects}
        />
        {asksPassword && (
          <>
            <PasswordField
              label="Password"
              name="password"
              hint="Of your account: you are not signed in to it in this browser."
              error={fieldErrors.password}
              isAlert
              autoComplete="current-password"
              value={values.password}
              onChange={({ target }) => form.set('password', target.value)}
            />
            <p className="text-[0.9375rem] text-ink-2">
              You do not know the password? Someone else may have used your address. Do not confirm it:{' '}
              <a href={FORGOT_PASSWORD_PAGE}>choose a new password</a>, which signs everyone else out.
            </p>
          </>
        )}
        {/* On a phone it stays in sight below a long list. */}
        <div className="max-sm:sticky max-sm:bottom-[calc(var(--area-nav,0px)+var(--announcement-room,0px))] max-sm:-mx-4 max-sm:border-line max-sm:border-t max-sm:bg-surface max-sm:px-4 max-sm:py-3">
          <Button type="submit" className="w-full" busy={status.name === 'saving' && busy}>
            {button}
          </Button>
        </div>
      </FormFrame>
    </LinkPage>
  )
}

interface EmailLinkProps {
  purpose: LinkPurpose
  page: (typeof linkPages)[keyof typeof linkPages]
  title: string
}

const EmailLink = ({ purpose, page, title }: EmailLinkProps) => (
  <CheckedLink
    page={page}
    title={title}
    wayOn={(token) => <LinkWayOn purpose={purpose} token={token} isTaken={false} />}
  >
    {(link, token) => <OpenedLink purpose={purpose} link={link} token={token} />}
  </CheckedLink>
)

/** /access/confirm-email: of a new account, or a changed one. */
export const ConfirmEmail = () => (
  <EmailLink purpose="confirmEmail" page={linkPages.confirm} title="Confirm your email address" />
)

/** /access/restore-email. */
export const RestoreEmail = () => (
  <EmailLink purpose="undoEmail" page={linkPages.undo} title="Stop or dispute a change of address" />
)

/** /access/not-me. */
export const NotMe = () => (
  <EmailLink purpose="reportSignIn" page={linkPages.not_me} title="This was not me" />
)
