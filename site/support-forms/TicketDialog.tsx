import { useEffect, useRef } from 'react'
import { support, TicketBody } from '#contract/support'
import { callAsAuthor } from '#core/api/author-call'
import { ticketCategories, ticketPriorities } from '#shared/enums/support'
import { Input, Select, Textarea } from '#ui/Field'
import { AuthorFields, type DialogProps, FormDialog, FormField } from './FormDialog.tsx'
import { asTitledOptions } from './options.ts'

interface TicketDialogProps extends DialogProps {
  /** Fill their fields when the dialog is opened with them. */
  subject: string
  priority: string
}

const categories = asTitledOptions(ticketCategories)
const priorities = asTitledOptions(ticketPriorities)

/** A ticket: subject, urgency, and the email address for the reply. */
export function TicketDialog({ open, onClose, onSent, subject, priority }: TicketDialogProps) {
  const subjectField = useRef<HTMLInputElement>(null)
  const priorityField = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (open && subject && subjectField.current) subjectField.current.value = subject
    if (open && priority && priorityField.current) priorityField.current.value = priority
  }, [open, subject, priority])

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
        {(control) => <Input {...control} ref={subjectField} />}
      </FormField>
      <FormField name="category" label="Category">
        {(control) => <Select {...control} options={categories} defaultValue="general" />}
      </FormField>
      <FormField name="priority" label="Priority">
        {(control) => <Select {...control} ref={priorityField} options={priorities} defaultValue="medium" />}
      </FormField>
      <FormField name="message" label="Message" wide>
        {(control) => <Textarea {...control} rows={5} />}
      </FormField>
    </FormDialog>
  )
}
