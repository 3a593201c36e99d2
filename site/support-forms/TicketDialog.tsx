import { useEffect, useRef } from 'react'
import { support, TicketBody } from '#contract/support'
import { callAsAuthor } from '#core/api/author-call'
import { ticketCategories, ticketPriorities } from '#shared/enums/support'
import { Input, Select, Textarea } from '#ui/Field'
import { AuthorFields, type DialogProps, FormDialog, FormField } from './FormDialog.tsx'
import { asTitledOptions } from './options.ts'

/** What an opening fills in; what it does not name starts as usual. */
export type Asked = Record<string, string | undefined>

interface TicketDialogProps extends DialogProps {
  asked: Asked
}

const usual: Record<string, string> = { subject: '', category: 'general', priority: 'medium' }

const categories = asTitledOptions(ticketCategories)
const priorities = asTitledOptions(ticketPriorities)

/** A ticket: subject, urgency, and the email address for the reply. */
export function TicketDialog({ open, onClose, onSent, asked }: TicketDialogProps) {
  const subject = useRef<HTMLInputElement>(null)
  const filled = useRef<Asked>({})
  useEffect(() => {
    const fields = subject.current?.form?.elements
    if (!open || !fields) return
    for (const name in usual) {
      const field = fields.namedItem(name) as HTMLInputElement
      // What an earlier opening filled in does not stay for this one; what the visitor chose does.
      if (asked[name] || field.value === filled.current[name]) field.value = asked[name] ?? ''
      // Also where a list has no such choice.
      field.value ||= usual[name] ?? ''
    }
    filled.current = asked
  }, [open, asked])

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Support ticket"
      schema={TicketBody}
      send={(body: TicketBody, options) => callAsAuthor(support.openTicket, { body }, options)}
      says={{
        success: "Ticket submitted successfully! We'll contact you soon.",
        failure: 'Error submitting ticket.',
        submit: 'Submit ticket',
        busy: 'Submitting...',
      }}
      onSent={onSent}
    >
      <AuthorFields />
      <FormField name="subject" label="Subject" wide>
        {(control) => <Input {...control} ref={subject} data-autofocus />}
      </FormField>
      <FormField name="category" label="Category">
        {(control) => <Select {...control} options={categories} />}
      </FormField>
      <FormField name="priority" label="Priority">
        {(control) => <Select {...control} options={priorities} defaultValue={usual.priority} />}
      </FormField>
      <FormField name="message" label="Message" wide>
        {(control) => <Textarea {...control} rows={5} />}
      </FormField>
    </FormDialog>
  )
}
