import { useStore } from '@nanostores/react'
import type { ComponentProps } from 'react'
import type { RowForm, Values } from '#core/form/row-form'
import { Field, Input, Select, Textarea } from '#ui/Field'

/** Names of text fields and of check boxes; every name where the compiler does not know the fields. */
type TextName<V extends Values> = {
  [Name in keyof V & string]: V[Name] extends boolean ? never : Name
}[keyof V & string]
type TickName<V extends Values> = {
  [Name in keyof V & string]: V[Name] extends string ? never : Name
}[keyof V & string]

interface OwnProps<V extends Values, Name> {
  // biome-ignore lint/suspicious/noExplicitAny: a field does not depend on the type that saving returns
  form: RowForm<V, any>
  name: Name
  label: string
  hint?: string
}

type TextFieldProps<V extends Values> = OwnProps<V, TextName<V>> &
  Omit<ComponentProps<'input'>, 'form' | 'name' | 'value' | 'onChange'>

/** A line of text, a number as typed or a date: `<TextField form={form} name="title" label="Title" required />`. */
export function TextField<V extends Values>({
  form,
  name,
  label,
  hint,
  className,
  ...input
}: TextFieldProps<V>) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <Field
      label={label}
      hint={hint}
      error={fieldErrors[name]}
      required={input.required}
      className={className}
    >
      {(wiring) => (
        <Input
          {...input}
          {...wiring}
          name={name}
          value={String(values[name] ?? '')}
          onChange={({ target }) => form.set(name, target.value as V[typeof name])}
        />
      )}
    </Field>
  )
}

type AreaFieldProps<V extends Values> = OwnProps<V, TextName<V>> &
  Omit<ComponentProps<'textarea'>, 'form' | 'name' | 'value' | 'onChange'>

/** Several lines of text. */
export function AreaField<V extends Values>({
  form,
  name,
  label,
  hint,
  className,
  ...area
}: AreaFieldProps<V>) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <Field label={label} hint={hint} error={fieldErrors[name]} required={area.required} className={className}>
      {(wiring) => (
        <Textarea
          {...area}
          {...wiring}
          name={name}
          value={String(values[name] ?? '')}
          onChange={({ target }) => form.set(name, target.value as V[typeof name])}
        />
      )}
    </Field>
  )
}

type ChoiceFieldProps<V extends Values> = OwnProps<V, TextName<V>> & {
  options: readonly { value: string; label: string }[]
  prompt?: string
  required?: boolean
  className?: string
}

/** One of a few options. */
export function ChoiceField<V extends Values>({
  form,
  name,
  label,
  hint,
  required = false,
  className,
  ...select
}: ChoiceFieldProps<V>) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <Field label={label} hint={hint} error={fieldErrors[name]} required={required} className={className}>
      {(wiring) => (
        <Select
          {...select}
          {...wiring}
          name={name}
          value={String(values[name] ?? '')}
          onChange={({ target }) => form.set(name, target.value as V[typeof name])}
        />
      )}
    </Field>
  )
}

/** A check box: `<TickField form={form} name="is_public" label="Public" />`. */
export function TickField<V extends Values>({ form, name, label, hint }: OwnProps<V, TickName<V>>) {
  const { values } = useStore(form.$state)
  return (
    <div className="field">
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          name={name}
          className="size-4 accent-current"
          checked={values[name] === true}
          onChange={({ target }) => form.set(name, target.checked as V[typeof name])}
        />
        {label}
      </label>
      {hint && <p className="hint">{hint}</p>}
    </div>
  )
}
