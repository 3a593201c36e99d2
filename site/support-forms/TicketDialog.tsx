import { useEffect, useRef } from 'react'
import { support, TicketBody } from '#contract/desk/support'
import { callAsOptionalInvestor } from '#core/api/call-as-author'
import { ticketCategories, ticketPriorities } from '#shared/enums/support'
import { Input, Select, Textarea } from '#ui/Field'
import { AuthorFields, type DialogProps, FormDialog, FormField } from './FormDialog.tsx'
import { toTitledOptions } from './select-options.ts'

/** Values prefilled on opening; the others start with their defaults. */
export type TicketPrefill = Record<string, string | undefined>

interface TicketDialogProps extends DialogProps {
  asked: TicketPrefill
}

const usual: Record<string, string> = { subject: '', category: 'general', priority: 'medium' }

const categories = toTitledOptions(ticketCategories)
const priorities = toTitledOptions(ticketPriorities)

/** A ticket: subject, urgency, and the email address for the reply. */
export function TicketDialog({ open, onClose, onSent, asked }: TicketDialogProps) {
  const subject = useRef<HTMLInputElement>(null)
  const filled = useRef<TicketPrefill>({})
  useEffect(() => {
    const fields = subject.current?.form?.elements
    if (!open || !fields) return
    const message = fields.namedItem('message') as HTMLTextAreaElement
    for (const name in usual) {
      const field = fields.namedItem(name) as HTMLInputElement
      // What an earlier opening prefilled is discarded for this one, unless there is a message about it; the visitor's
      // own choices are kept, and so is a subject that was typed.
      const isKept = message.value !== '' || field.value !== filled.current[name]
      const isTyped = name === 'subject' && field.value !== ''
      if (isTyped ? !isKept : asked[name] || !isKept) field.value = asked[name] ?? ''
      // Also if a list has no such option.
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
      send={(body: TicketBody, options) => callAsOptionalInvestor(support.createTicket, { body }, options)}
      errorMessage={{
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
