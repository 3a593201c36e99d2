import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { FollowUpBody, type InvestorTicket, investorSupport } from '#contract/desk/investor-support'
import { getFieldRules } from '#contract/schema-builders'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { getDraft, saveDraft } from '#core/form/form-draft'
import { getNewTicketUrl } from '#site/investor/kit/new-ticket-url.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Textarea } from '#ui/Field'
import { ReferenceNumber } from '#ui/ReferenceNumber'
import { $opened, refreshMySupport, refreshThread } from './support-store.ts'

const REQUIRED = 'Enter a message'

/** Name of the stored draft; without the ticket's id, two tickets would share it. */
const draftOf = (id: number) => `follow-up ${id}`

const createFollowUp = (id: number) =>
  createForm<FollowUpBody, unknown>({
    initial: { message: getDraft(draftOf(id)).message ?? '' },
    check: ({ message }) =>
      message.trim() === '' ? { message: '', fieldErrors: { message: REQUIRED } } : undefined,
    save: (body, idempotencyKey) =>
      callInvestor(investorSupport.createFollowUp, { params: { id }, body }, { idempotencyKey }),
    explain: (error) => getServerErrorMessage(error, 'Your message could not be sent. Please try again.'),
  })

interface FollowUpFormProps {
  id: number
  status: InvestorTicket['status']
  reference: string
}

/** A follow-up message on a ticket. The text is kept until the server has stored it; a closed ticket accepts none. */
export function FollowUpForm({ id, status, reference }: FollowUpFormProps) {
  const [form] = useState(() => createFollowUp(id))
  const { values, fieldErrors, status: sending } = useStore(form.$state)
  const element = useRef<HTMLFormElement>(null)
  const isClosed = status === 'closed'
  useEffect(() => saveDraft(draftOf(id), values), [id, values])
  useEffect(() => {
    if (sending.name === 'failed') element.current?.querySelector('textarea')?.focus()
  }, [sending])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const stored = await form.submit()
    if (stored) {
      form.set('message', '')
      // The button lost the focus while it was disabled.
      element.current?.querySelector('textarea')?.focus()
    }
    // Also after a failure: the ticket may have been closed.
    void refreshThread()
    void refreshMySupport()
  }

  return (
    <form
      ref={element}
      noValidate
      data-draft
      className="grid gap-3 border-line border-t pt-5"
      onSubmit={submit}
    >
      {isClosed && (
        <p className="text-[0.875rem] text-ink-2">
          This ticket is closed. To continue,{' '}
          <Link to={getNewTicketUrl(reference)} onClick={() => $opened.set(undefined)}>
            open a new ticket
          </Link>{' '}
          about <ReferenceNumber reference={reference} />.
        </p>
      )}
      {sending.name === 'failed' && sending.message !== '' && !isClosed && (
        <Banner kind="error">{sending.message}</Banner>
      )}
      {(!isClosed || values.message !== '') && (
        <Field
          label={isClosed ? 'Your unsent message' : 'Reply'}
          hint={status === 'resolved' ? 'Replying reopens the ticket' : undefined}
          error={fieldErrors.message}
          required
        >
          {(wiring) => (
            <Textarea
              {...wiring}
              name="message"
              rows={3}
              readOnly={isClosed}
              maxLength={getFieldRules(FollowUpBody, 'message').maxLength}
              value={values.message}
              onChange={({ target }) => form.set('message', target.value)}
            />
          )}
        </Field>
      )}
      {!isClosed && (
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <p role="status" className="text-[0.875rem] text-ink-2">
            {sending.name === 'saved' && values.message === '' && 'Message sent.'}
          </p>
          <Button type="submit" small busy={sending.name === 'saving' && 'Sending...'}>
            Send message
          </Button>
        </div>
      )}
    </form>
  )
}
