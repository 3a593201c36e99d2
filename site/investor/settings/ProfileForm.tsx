import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ProfileBody } from '#contract/profile'
import { fieldRules } from '#contract/schema'
import type { User } from '#contract/session'
import { resetSubmittedFields } from '#core/api/form-reset'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { createProfileForm } from './profile-form.ts'

type FieldName = keyof ProfileBody

interface FieldText {
  name: FieldName
  label: string
  type?: 'tel' | 'url'
  hint?: string
  autoComplete: string
  /** The profile requires both names, while the contract lets an update leave them out. */
  required?: boolean
}

const fields: FieldText[] = [
  { name: 'first_name', label: 'First Name', autoComplete: 'given-name', required: true },
  { name: 'last_name', label: 'Last Name', autoComplete: 'family-name', required: true },
  { name: 'phone', label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
  { name: 'telegram', label: 'Telegram Username', hint: '@yourusername', autoComplete: 'off' },
  { name: 'linkedin', label: 'LinkedIn Profile', type: 'url', autoComplete: 'off' },
  { name: 'twitter', label: 'Twitter Profile', type: 'url', autoComplete: 'off' },
]

function readProfile(data: FormData): ProfileBody {
  return Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? '')]))
}

/** Shows the values as stored: trimmed, normalised. Fields changed since they were sent keep their input. */
function showProfile(form: HTMLFormElement, user: User, sent: FormData) {
  for (const { name } of fields) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.defaultValue = user[name]
  }
  resetSubmittedFields(form, sent)
}

/**
 * The editable part of an investor's profile. Fields keep the input when saving fails; untouched fields follow the
 * profile when another tab or device has changed it.
 */
export function ProfileForm({ user }: { user: User }) {
  const [{ $state, save, forgive }] = useState(createProfileForm)
  const state = useStore($state)
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const refused = state.status === 'failed' ? state.refused : {}

  useEffect(() => {
    if (state.status !== 'failed' && state.status !== 'saved') return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (state.status === 'failed' && first) first.focus()
    else banner.current?.focus({ preventScroll: true })
  }, [state.status])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = event.currentTarget
    const sent = new FormData(target)
    const saved = await save(readProfile(sent))
    if (saved) showProfile(target, saved, sent)
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-x-5 gap-y-6 p-[22px] max-sm:p-4 sm:grid-cols-2"
      onSubmit={submit}
      onInput={({ target }) => 'name' in target && forgive(String(target.name))}
      aria-busy={state.status === 'saving'}
    >
      {fields.map(({ name, label, hint, required = false, ...input }) => (
        <Field key={name} label={label} hint={hint} error={refused[name]} required={required}>
          {(wiring) => (
            <Input
              {...wiring}
              {...input}
              name={name}
              defaultValue={user[name]}
              maxLength={fieldRules(ProfileBody, name).maxLength}
            />
          )}
        </Field>
      ))}
      <Field
        label="Email Address"
        hint="Email address cannot be modified for security reasons"
        required
        className="border-line border-t pt-6 sm:col-span-2"
      >
        {({ required: _always, ...wiring }) => (
          <Input {...wiring} type="email" value={user.email} readOnly className="bg-sunken text-ink-2" />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-4 sm:col-span-2">
        <div className="min-w-0 flex-1 basis-72 empty:hidden">
          {state.status === 'saved' && (
            <Banner kind="success" ref={banner}>
              Profile updated successfully!
            </Banner>
          )}
          {state.status === 'failed' && (
            <Banner kind="error" ref={banner}>
              {state.message}
            </Banner>
          )}
        </div>
        <Button type="submit" busy={state.status === 'saving' && 'Saving...'}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}
