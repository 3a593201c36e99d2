import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { ChangeEmailBody, type EmailState } from '#contract/accounts'
import { fieldRules } from '#contract/schema'
import { formatMoment } from '#core/format/format'
import { $ownEmail, refreshOwnEmail } from '#core/query/own-email'
import { useEmailConfirmation } from '#site/investor/verification/use-email-confirmation.ts'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { PasswordField } from '#ui/PasswordField'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { createCancelForm, createEmailForm } from './security-forms.ts'

/** The email that signs the investor in, and its change. */
export function EmailPanel() {
  const view = useStore($ownEmail)
  // The button to cancel a change goes with it.
  const present = useRestoredFocus<HTMLDivElement>()
  return (
    <Panel title="Email address" note="The new address confirms a change, and the present one can undo it.">
      <div ref={present} tabIndex={-1} className="p-[22px] outline-none max-sm:p-4">
        <RemoteView
          view={view}
          failure="Your email address could not be loaded."
          onRetry={refreshOwnEmail}
          loading={<Skeleton className="h-12" />}
        >
          {(state) => (
            <>
              <Present state={state} />
              {!state.email_confirmed && <SendAgain isMailed={state.mail_configured} />}
            </>
          )}
        </RemoteView>
      </div>
      <ChangeForm />
    </Panel>
  )
}

function Present({ state: { email, email_confirmed, pending } }: { state: EmailState }) {
  return (
    <dl className="grid gap-4 text-[0.9375rem]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <dt className="text-ink-2">In use</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-3 wrap-anywhere">
          {email}
          <Badge tone={email_confirmed ? 'gain' : 'warn'}>
            {email_confirmed ? 'Confirmed' : 'Not confirmed yet'}
          </Badge>
        </dd>
      </div>
      {pending && (
        <div className="grid gap-2 border-line border-t pt-4">
          <dt className="text-ink-2">Waits to be confirmed</dt>
          <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              {pending.email}
              <span className="block text-[0.8125rem] text-ink-3">
                Follow the link that we have mailed there, until {formatMoment(pending.expires_at)}.
              </span>
            </span>
            <CancelButton />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Sends the link that confirms the address once more. */
function SendAgain({ isMailed }: { isMailed: boolean }) {
  const { isSending, message, send } = useEmailConfirmation()
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[0.875rem]">
      <p role="status" className="min-w-0 text-ink-2">
        {message ||
          (isMailed
            ? 'Follow the link that we have mailed there. Subscriptions wait for it.'
            : 'Nothing waits for it: this site sends no mail yet.')}
      </p>
      <Button look="quiet" small busy={isSending && 'Sending...'} onClick={send}>
        Send the link again
      </Button>
    </div>
  )
}

function CancelButton() {
  const [form] = useState(createCancelForm)
  const { status } = useStore(form.$state)
  return (
    <span className="grid justify-items-end gap-1">
      <Button
        look="quiet"
        small
        busy={status.name === 'saving' && 'Cancelling...'}
        onClick={() => void form.submit()}
      >
        Cancel the change
      </Button>
      {status.name === 'failed' && (
        <span role="alert" className="text-[0.8125rem] text-loss">
          {status.message}
        </span>
      )}
    </span>
  )
}

function ChangeForm() {
  const [form] = useState(createEmailForm)
  const { values, fieldErrors, status } = useStore(form.$state)
  /** The address that a link was mailed to. */
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
    <FormFrame
      status={status}
      fieldErrors={fieldErrors}
      onSubmit={() => void submit()}
      className="border-line border-t p-[22px] max-sm:p-4"
    >
      {asked && (
        <Banner kind="success" ref={banner}>
          A link was mailed to {asked}. Nothing changes until it is followed.
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
            maxLength={fieldRules(ChangeEmailBody, 'email').maxLength}
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
    </FormFrame>
  )
}
