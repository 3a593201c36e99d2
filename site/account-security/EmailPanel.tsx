import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AccountEmail, ChangeEmailBody } from '#contract/identity/accounts'
import { getFieldRules } from '#contract/schema-builders'
import { formatDateTime } from '#core/format/format'
import { getData } from '#core/query/remote'
import type { EmailClient } from '#core/security/email-client'
import { useLatched } from '#site/ui/use-ever.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { PasswordField } from '#ui/PasswordField'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AuthForm } from './AuthForm.tsx'
import { createCancelForm, createEmailForm } from './email-forms.ts'

interface EmailPanelProps {
  client: EmailClient
  /** Shown below an unconfirmed address. */
  unconfirmed?: (state: AccountEmail) => ReactNode
}

/** The account's own email, and changing it. */
export function EmailPanel({ client, unconfirmed }: EmailPanelProps) {
  const view = useStore(client.$email)
  const isKnown = useLatched(view.status !== 'loading')
  // The button that cancels a change disappears with it.
  const present = useRestoredFocus<HTMLDivElement>()
  return (
    <Panel
      title="Email address"
      note="Changes are confirmed from the new address. You can stop them from your current address, and dispute them for a few days afterward."
    >
      <div ref={present} tabIndex={-1} className="p-[22px] outline-none max-sm:p-4">
        <RemoteView
          view={view}
          failure="Your email address could not be loaded."
          onRetry={client.refresh}
          loading={<Skeleton className="h-[1lh]" />}
        >
          {(state) => (
            <>
              <Present client={client} state={state} />
              {!state.email_confirmed && unconfirmed?.(state)}
            </>
          )}
        </RemoteView>
      </div>
      {/* Rendered once the height above it is known. */}
      {isKnown && <ChangeForm client={client} present={getData(view)?.email ?? ''} />}
    </Panel>
  )
}

interface PresentProps {
  client: EmailClient
  state: AccountEmail
}

function Present({ client, state: { email, email_confirmed, pending, mail_configured } }: PresentProps) {
  return (
    <dl className="grid gap-4 text-[0.9375rem]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <dt className="text-ink-2">Current address</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-3 wrap-anywhere">
          {email}
          <Badge tone={email_confirmed ? 'gain' : 'warn'}>
            {email_confirmed ? 'Confirmed' : 'Not confirmed yet'}
          </Badge>
        </dd>
      </div>
      {pending && (
        <div className="grid gap-2 border-line border-t pt-4">
          <dt className="text-ink-2">Awaiting confirmation</dt>
          <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              {pending.email}
              <span className="block text-[0.8125rem] text-ink-3">
                {mail_configured
                  ? 'Open the link we emailed to this address'
                  : 'This site does not send email yet. Ask our team for the link'}
                , valid until {formatDateTime(pending.expires_at)}.
              </span>
            </span>
            <CancelButton client={client} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function CancelButton({ client }: Pick<EmailPanelProps, 'client'>) {
  const [form] = useState(() => createCancelForm(client))
  const { status } = useStore(form.$state)
  return (
    <span className="grid justify-items-end gap-1">
      <Button
        look="quiet"
        small
        busy={status.name === 'saving' && 'Cancelling...'}
        onClick={() => void form.submit()}
      >
        Cancel change
      </Button>
      {status.name === 'failed' && (
        <span role="alert" className="text-[0.8125rem] text-loss">
          {status.message}
        </span>
      )}
    </span>
  )
}

function ChangeForm({ client, present }: Pick<EmailPanelProps, 'client'> & { present: string }) {
  const own = useRef('')
  own.current = present
  const [form] = useState(() => createEmailForm(client, () => own.current))
  const { values, fieldErrors, status } = useStore(form.$state)
  /** The address that a link was emailed to. */
  const [asked, setAsked] = useState<string>()
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked) banner.current?.focus({ preventScroll: true })
  }, [asked])
  const submit = async () => {
    setAsked(undefined)
    await form.submit()
    if (form.$state.get().status.name !== 'saved') return
    setAsked(values.email)
    form.reset({ email: '', current_password: '' })
  }
  return (
    <AuthForm
      status={status}
      fieldErrors={fieldErrors}
      onSubmit={() => void submit()}
      className="border-line border-t p-[22px] max-sm:p-4"
    >
      {asked && (
        <Banner kind="success" ref={banner}>
          We sent a link to {asked}. Your address changes only when the link is used.
        </Banner>
      )}
      <Field label="New Email Address" error={fieldErrors.email} isAlert required>
        {(wiring) => (
          <Input
            {...wiring}
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={getFieldRules(ChangeEmailBody, 'email').maxLength}
            value={values.email}
            onChange={({ target }) => form.set('email', target.value)}
          />
        )}
      </Field>
      <PasswordField
        label="Password"
        name="current_password"
        error={fieldErrors.current_password}
        isAlert
        autoComplete="current-password"
        value={values.current_password}
        onChange={({ target }) => form.set('current_password', target.value)}
      />
      <Button type="submit" className="justify-self-end" busy={status.name === 'saving' && 'Sending...'}>
        Change Email
      </Button>
    </AuthForm>
  )
}
