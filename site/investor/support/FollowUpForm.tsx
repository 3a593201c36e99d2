import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { FollowUpBody, type MyTicket, mySupport } from '#contract/my-support'
import { fieldRules } from '#contract/schema'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { keepDraft, readDraft } from '#core/form/draft'
import { createForm } from '#core/form/form'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Textarea } from '#ui/Field'
import { Reference } from '#ui/Reference'
import { $opened, refreshMySupport, refreshThread } from './my-support.ts'
import { writeToUs } from './write-to-us.ts'

const REQUIRED = 'Write a message first'

/** The name of the kept text; without the ticket's, two tickets would share it. */
const draftOf = (id: number) => `follow-up ${id}`

const createFollowUp = (id: number) =>
  createForm<FollowUpBody, unknown>({
    initial: { message: readDraft(draftOf(id)).message ?? '' },
    check: ({ message }) =>
      message.trim() === '' ? { message: '', fieldErrors: { message: REQUIRED } } : undefined,
    save: (body, idempotencyKey) =>
      callInvestor(mySupport.followUp, { params: { id }, body }, { idempotencyKey }),
    explain: (error) => explainRejection(error, 'Your message could not be sent. Please try again.'),
  })

interface FollowUpFormProps {
  id: number
  status: MyTicket['status']
  reference: string
}

/** A further message about a ticket. The text stays until the server has stored it; a closed ticket takes none. */
export function FollowUpForm({ id, status, reference }: FollowUpFormProps) {
  const [form] = useState(() => createFollowUp(id))
  const { values, fieldErrors, status: sending } = useStore(form.$state)
  const element = useRef<HTMLFormElement>(null)
  const isClosed = status === 'closed'
  useEffect(() => keepDraft(draftOf(id), values), [id, values])
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
    // After a failure too: the ticket may have been closed.
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
          This ticket is closed. To go on,{' '}
          <Link to={writeToUs(reference)} onClick={() => $opened.set(undefined)}>
            open a new one
          </Link>{' '}
          about <Reference of={reference} />.
        </p>
      )}
      {sending.name === 'failed' && sending.message !== '' && !isClosed && (
        <Banner kind="error">{sending.message}</Banner>
      )}
      {(!isClosed || values.message !== '') && (
        <Field
          label={isClosed ? 'Your unsent message' : 'Write again'}
          hint={status === 'resolved' ? 'A further message opens the ticket again' : undefined}
          error={fieldErrors.message}
          required
        >
          {(wiring) => (
            <Textarea
              {...wiring}
              name="message"
              rows={3}
              readOnly={isClosed}
              maxLength={fieldRules(FollowUpBody, 'message').maxLength}
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
