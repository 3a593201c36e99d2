import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import type { SupportNote } from '#contract/desk/admin-support-items'
import { TicketBody } from '#contract/desk/support'
import { getFieldRules } from '#contract/schema-builders'
import { createRowForm } from '#core/form/row-form'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import { UnsavedChangesGuard } from '#site/admin/kit/form/UnsavedChangesGuard.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'

/** A note among the messages, styled differently from all of them. */
export function SupportNoteItem({ note }: { note: SupportNote }) {
  return (
    <li className="rounded border border-warn border-dashed bg-sunken p-4">
      <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-3">
        <span className="min-w-0 font-medium wrap-anywhere text-ink-2">
          {note.by?.username ?? 'Deleted administrator'}
        </span>
        <Badge tone="warn">Internal</Badge>
        <AdminDateTime instant={note.created_at} />
      </p>
      <p className="text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">{note.text}</p>
    </li>
  )
}

/** Notes in their own list if there is no thread to show them in. */
export function SupportNotes({ notes }: { notes: readonly SupportNote[] }) {
  if (notes.length === 0) return null
  return (
    <section aria-label="Internal notes">
      <h3 className="text-[0.9375rem] font-medium">Internal notes</h3>
      <ol className="mt-3 grid gap-3">
        {notes.map((note) => (
          <SupportNoteItem key={note.id} note={note} />
        ))}
      </ol>
    </section>
  )
}

const item = ['d', 'tab', 'item']

interface NoteFormProps {
  save: (text: string) => Promise<unknown>
  onSaved: () => unknown
}

/** Adds a note for the team, which is never shown to the visitor. */
export function NoteForm({ save, onSaved }: NoteFormProps) {
  const make = () =>
    createRowForm({
      initial: { values: { note: '' }, updatedAt: undefined },
      check: ({ note }) => (note.trim() === '' ? { note: 'Enter a note' } : {}),
      failure: 'Failed to add the note: {reason}',
      save: ({ note }) => save(note).then(() => true),
    })
  const [form, setForm] = useState(make)
  const { status, values } = useStore(form.$state)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!(await form.submit())) return
    setForm(make)
    onSaved()
  }
  return (
    <details className="rounded border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium">Add internal note</summary>
      <form noValidate className="grid gap-4 border-line border-t p-4" onSubmit={submit}>
        <UnsavedChangesGuard isDirty={values.note !== ''} within={item} />
        {status.name === 'failed' && <Banner kind="error">{status.message}</Banner>}
        <TextareaField
          form={form}
          name="note"
          label="Internal note"
          hint="Visible to the team only. Never sent to the investor or included in their data export"
          rows={3}
          required
          maxLength={getFieldRules(TicketBody, 'message').maxLength}
        />
        <div className="flex justify-end">
          <Button type="submit" look="quiet" busy={status.name === 'saving' && 'Adding...'}>
            Add note
          </Button>
        </div>
      </form>
    </details>
  )
}
