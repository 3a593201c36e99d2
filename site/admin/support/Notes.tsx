import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import type { DeskNote } from '#contract/admin-desk'
import { fieldRules } from '#contract/schema'
import { TicketBody } from '#contract/support'
import { createRowForm } from '#core/form/row-form'
import { AreaField } from '#site/admin/form/fields.tsx'
import { UnsavedGuard } from '#site/admin/form/UnsavedGuard.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'

/** A note among the messages: it looks like none of them. */
export function Note({ note }: { note: DeskNote }) {
  return (
    <li className="rounded border border-warn border-dashed bg-sunken p-4">
      <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-3">
        <span className="min-w-0 font-medium wrap-anywhere text-ink-2">
          {note.by?.username ?? 'Deleted administrator'}
        </span>
        <Badge tone="warn">Internal</Badge>
        <Moment instant={note.created_at} />
      </p>
      <p className="text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">{note.text}</p>
    </li>
  )
}

/** Notes in a list of their own, where there is no thread to show them in. */
export function Notes({ notes }: { notes: readonly DeskNote[] }) {
  if (notes.length === 0) return null
  return (
    <section aria-label="Internal notes">
      <h3 className="text-[0.9375rem] font-medium">Internal notes</h3>
      <ol className="mt-3 grid gap-3">
        {notes.map((note) => (
          <Note key={note.id} note={note} />
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

/** Writes a note for the team. The visitor never sees it. */
export function NoteForm({ save, onSaved }: NoteFormProps) {
  const make = () =>
    createRowForm({
      initial: { values: { note: '' }, updatedAt: undefined },
      check: ({ note }) => (note.trim() === '' ? { note: 'Write a note first' } : {}),
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
        <UnsavedGuard isDirty={values.note !== ''} within={item} />
        {status.name === 'failed' && <Banner kind="error">{status.message}</Banner>}
        <AreaField
          form={form}
          name="note"
          label="Internal note"
          hint="For the team alone: never sent, and in no export to the investor"
          rows={3}
          required
          maxLength={fieldRules(TicketBody, 'message').maxLength}
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
