import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ProfileBody } from '#contract/identity/profile'
import type { User } from '#contract/identity/session'
import { getFieldRules } from '#contract/schema-builders'
import { focusFirstError } from '#core/browser/focus-first-error'
import { getDraft, saveDraft } from '#core/form/form-draft'
import { getChangedFields } from '#core/form/row-form'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input, Select } from '#ui/Field'
import { listCountryOptions } from './country-options.ts'
import { createProfileForm, type ProfileValues, toProfileVersion } from './profile-form.ts'

/** Milliseconds for which the success message is shown. */
const SUCCESS_MS = 3_000

type FieldName = keyof ProfileBody

interface FieldText {
  name: FieldName
  label: string
  type?: 'tel' | 'url'
  hint?: string
  autoComplete: string
  /** The profile requires a name, although the contract lets an update omit it. */
  required?: boolean
}

const fields: FieldText[] = [
  { name: 'first_name', label: 'First Name', autoComplete: 'given-name', required: true },
  {
    name: 'last_name',
    label: 'Last Name',
    hint: 'Leave blank if you have only one name',
    autoComplete: 'family-name',
  },
  { name: 'phone', label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
  { name: 'telegram', label: 'Telegram Username', hint: '@yourusername', autoComplete: 'off' },
  { name: 'linkedin', label: 'LinkedIn Profile', type: 'url', autoComplete: 'off' },
  { name: 'twitter', label: 'Twitter Profile', type: 'url', autoComplete: 'off' },
]

const VERIFIED = 'Confirmed during identity verification. Contact support to change it.'

/** Name of the stored draft. */
const DRAFT = 'profile'

/** The form with the draft typed before the page was left or reloaded, such as by a sign-out in another tab. */
function restoreForm(user: User) {
  const form = createProfileForm(user)
  const draft = getDraft(DRAFT) as Partial<ProfileValues>
  for (const name of [...fields.map((field) => field.name), 'country'] as const) {
    const text = draft[name]
    if (text !== undefined) form.set(name, text)
  }
  return { form, isRestored: form.isChanged() }
}

/**
 * The editable part of an investor's profile. Fields keep the input if saving fails; untouched fields follow changes
 * made in another tab or on another device.
 */
export function ProfileForm({ user }: { user: User }) {
  const [{ form, isRestored }, setUp] = useState(() => restoreForm(user))
  const { values, fieldErrors, status } = useStore(form.$state)
  const element = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const isSaving = status.name === 'saving'
  const isSaved = status.name === 'saved'
  const isFixed = (name: FieldName) => user.is_verified && (name === 'first_name' || name === 'last_name')

  useEffect(() => form.follow(toProfileVersion(user)), [form, user])
  useEffect(() => saveDraft(DRAFT, getChangedFields(toProfileVersion(user).values, values)), [user, values])

  useEffect(() => {
    if (status.name !== 'failed') return
    if (!focusFirstError(element.current, [])) banner.current?.focus({ preventScroll: true })
  }, [status])

  useEffect(() => {
    if (!isSaved) return
    banner.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => form.reset(), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [isSaved, form])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const stored = await form.submit()
    // As stored by the server: trimmed and normalized.
    if (stored) form.follow(toProfileVersion(stored))
  }

  const discard = () => {
    form.reset(toProfileVersion(user).values)
    setUp({ form, isRestored: false })
    element.current?.querySelector('input')?.focus()
  }

  return (
    <form
      ref={element}
      noValidate
      data-draft
      className="grid gap-x-5 gap-y-6 p-[22px] max-sm:p-4 sm:grid-cols-2"
      onSubmit={submit}
      aria-busy={isSaving}
    >
      {fields.map(({ name, label, hint, required = false, ...input }) => (
        <Field
          key={name}
          label={label}
          hint={isFixed(name) ? VERIFIED : hint}
          error={fieldErrors[name]}
          required={required}
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...input}
              name={name}
              readOnly={isFixed(name)}
              value={values[name]}
              onChange={({ target }) => form.set(name, target.value)}
              maxLength={getFieldRules(ProfileBody, name).maxLength}
            />
          )}
        </Field>
      ))}
      <Field
        label="Country"
        hint={
          user.is_verified
            ? user.country
              ? VERIFIED
              : 'Complete the identity verification to add it, or contact support.'
            : 'Your country of residence. Some offerings are limited to certain countries.'
        }
        error={fieldErrors.country}
        className="sm:col-span-2"
      >
        {(wiring) => (
          <Select
            {...wiring}
            name="country"
            disabled={user.is_verified}
            autoComplete="country-name"
            prompt="Choose a country"
            options={listCountryOptions(values.country)}
            value={values.country}
            onChange={({ target }) => form.set('country', target.value)}
          />
        )}
      </Field>
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
      <p className="-mt-5 text-[0.8125rem] text-ink-2 sm:col-span-2">
        To use a different address,{' '}
        <Link
          className="text-accent-text underline decoration-1 underline-offset-2"
          to="/access/settings/security"
        >
          change it under Security
        </Link>
        . Confirm the change from the new address. You can stop or dispute it from this one.
      </p>
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-4 sm:col-span-2">
        <div className="min-w-0 flex-1 basis-72 empty:hidden">
          {isRestored && status.name === 'editing' && form.isChanged() && (
            <p role="status" className="text-[0.875rem] text-ink-2">
              Unsaved changes restored.{' '}
              <button
                type="button"
                className="min-h-6 cursor-pointer underline underline-offset-2"
                onClick={discard}
              >
                Discard changes
              </button>
            </p>
          )}
          {isSaved && (
            <Banner kind="success" ref={banner}>
              Profile updated successfully!
            </Banner>
          )}
          {status.name === 'failed' && (
            <Banner kind="error" ref={banner}>
              {status.message}
            </Banner>
          )}
        </div>
        <Button type="submit" busy={isSaving && 'Saving...'}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}
