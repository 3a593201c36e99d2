import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { type FieldForm, SelectField, TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { listPlaceholders, splitPlaceholders } from './message-templates.ts'
import { categoryOptions, messageRules, type SendValues, titleRules, typeOptions } from './send-form.ts'

/** The fields of a message to investors, with a preview that highlights remaining placeholders. */
export function MessageFields({ form }: { form: FieldForm<keyof SendValues> }) {
  const { values } = useStore(form.$state)
  const blanks = listPlaceholders(values.title, values.message)
  const isEmpty = values.title === '' && values.message === ''
  return (
    <>
      <TextField form={form} name="title" label="Title" {...titleRules} required />
      <TextareaField form={form} name="message" label="Message" {...messageRules} required rows={5} />
      {!isEmpty && (
        <section className="rounded border border-line bg-paper p-4" aria-label="Preview">
          <p className="font-medium wrap-anywhere">
            <Marked text={values.title} />
          </p>
          <p className="mt-1 text-[0.9375rem] whitespace-pre-wrap text-ink-2 wrap-anywhere">
            <Marked text={values.message} />
          </p>
          <p className="mt-3 text-[0.8125rem] text-ink-2" role="status">
            {blanks.length === 0
              ? 'All placeholders filled in.'
              : `Placeholders to fill in: ${blanks.join(', ')}`}
          </p>
        </section>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField form={form} name="type" label="Type" options={typeOptions} required />
        <SelectField form={form} name="category" label="Category" options={categoryOptions} required />
      </div>
    </>
  )
}

function Marked({ text }: { text: string }): ReactNode {
  return splitPlaceholders(text).map(({ text: piece, isBlank, at }) =>
    isBlank ? (
      <mark key={at} className="rounded-[2px] bg-primary px-1 text-on-primary">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
