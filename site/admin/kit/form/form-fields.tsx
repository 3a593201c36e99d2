import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { type ComponentProps, useId } from 'react'
import { Field, Input, Select, Textarea } from '#ui/Field'

/** What a field needs from its form: its value, its message and a setter. */
export interface FieldForm<Name extends string, Value extends string | boolean = string> {
  $state: ReadableAtom<{
    values: Readonly<Record<Name, Value>>
    fieldErrors: Readonly<Partial<Record<Name, string>>>
    status: { readonly name: string }
  }>
  set: (name: Name, value: Value) => void
}

interface OwnProps<Name extends string, Value extends string | boolean = string> {
  form: FieldForm<NoInfer<Name>, Value>
  name: Name
  label: string
  hint?: string
}

type TextFieldProps<Name extends string> = OwnProps<Name> &
  Omit<ComponentProps<'input'>, 'form' | 'name' | 'value' | 'onChange'>

/** A text, number or date input: `<TextField form={form} name="title" label="Title" required />`. */
export function TextField<Name extends string>({
  form,
  name,
  label,
  hint,
  className,
  ...input
}: TextFieldProps<Name>) {
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
          value={values[name]}
          onChange={({ target }) => form.set(name, target.value)}
        />
      )}
    </Field>
  )
}

type AreaFieldProps<Name extends string> = OwnProps<Name> &
  Omit<ComponentProps<'textarea'>, 'form' | 'name' | 'value' | 'onChange'>

/** A multiline text field. */
export function TextareaField<Name extends string>({
  form,
  name,
  label,
  hint,
  className,
  ...area
}: AreaFieldProps<Name>) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <Field label={label} hint={hint} error={fieldErrors[name]} required={area.required} className={className}>
      {(wiring) => (
        <Textarea
          {...area}
          {...wiring}
          name={name}
          value={values[name]}
          onChange={({ target }) => form.set(name, target.value)}
        />
      )}
    </Field>
  )
}

type ChoiceFieldProps<Name extends string> = OwnProps<Name> & {
  options: readonly { value: string; label: string }[]
  prompt?: string
  required?: boolean
  className?: string
}

/** A select with a few options. */
export function SelectField<Name extends string>({
  form,
  name,
  label,
  hint,
  required = false,
  className,
  ...select
}: ChoiceFieldProps<Name>) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <Field label={label} hint={hint} error={fieldErrors[name]} required={required} className={className}>
      {(wiring) => (
        <Select
          {...select}
          {...wiring}
          name={name}
          value={values[name]}
          onChange={({ target }) => form.set(name, target.value)}
        />
      )}
    </Field>
  )
}

/** A check box: `<TickField form={form} name="is_public" label="Public" />`. */
export function CheckboxField<Name extends string>({ form, name, label, hint }: OwnProps<Name, boolean>) {
  const { values, fieldErrors } = useStore(form.$state)
  const error = fieldErrors[name]
  const id = useId()
  return (
    <div className="field">
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          name={name}
          className="size-4 accent-current"
          checked={values[name]}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={({ target }) => form.set(name, target.checked)}
        />
        {label}
      </label>
      {hint && <p className="hint -mt-2 pl-[1.625rem]">{hint}</p>}
      {error && (
        <p id={id} className="field-error pl-[1.625rem]">
          {error}
        </p>
      )}
    </div>
  )
}
