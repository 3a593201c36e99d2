/** Fields of the verification form: each shows the input and is saved after a pause. */
import { useStore } from '@nanostores/react'
import { type ComponentProps, createContext, useContext } from 'react'
import { countryNames, normalizeCountryName } from '#shared/countries'
import { Field, Input, Select } from '#ui/Field'
import type { AnswersForm } from './answers-form.ts'

interface Editing {
  form: AnswersForm
  canEdit: boolean
  /** What is missing, by path; until the form was submitted with gaps, only invalid entries are included. */
  gaps: ReadonlyMap<string, string>
}
const EditingContext = createContext<Editing | undefined>(undefined)
export const EditingProvider = EditingContext.Provider

/** The form surrounding a field. */
export function useAnswersForm(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('A field needs a form around it')
  return editing
}

/** The error of a field: the server's message from the last save, or that it is missing. */
export function useFieldError(): (path: string) => string | undefined {
  const { form, gaps } = useAnswersForm()
  const { errors } = useStore(form.$state)
  return (path) => errors[path] ?? gaps.get(`/${path}`)
}

type Group = 'identity' | 'address' | 'tax' | 'entity'

interface GroupFieldProps {
  group: Group
  name: string
  label: string
  hint?: string | undefined
  isOptional?: boolean
  className?: string
}

function useGroupField({ group, name }: Pick<GroupFieldProps, 'group' | 'name'>) {
  const { form, canEdit } = useAnswersForm()
  const { answers } = useStore(form.$state)
  const errorOf = useFieldError()
  const value = (answers[group] as Record<string, string | undefined> | undefined)?.[name] ?? ''
  return {
    value,
    error: errorOf(`${group}/${name}`),
    canEdit,
    set: (text: string) => form.setIn(group, name, text),
  }
}

/** A text or date field. */
export function GroupField({
  group,
  name,
  label,
  hint,
  isOptional = false,
  className,
  ...input
}: GroupFieldProps & Pick<ComponentProps<'input'>, 'type' | 'maxLength' | 'autoComplete' | 'max'>) {
  const { value, error, canEdit, set } = useGroupField({ group, name })
  return (
    <Field label={label} hint={hint} error={error} required={!isOptional} className={className}>
      {(wiring) => (
        <Input
          {...input}
          {...wiring}
          name={`${group}.${name}`}
          value={value}
          readOnly={!canEdit}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </Field>
  )
}

const countries = countryNames.map((name) => ({ value: name, label: name }))

/** A country field. */
export function CountryField({ group, name, label, hint, className }: GroupFieldProps) {
  const { value, error, canEdit, set } = useGroupField({ group, name })
  return (
    <Field label={label} hint={hint} error={error} required className={className}>
      {(wiring) => (
        <Select
          {...wiring}
          name={`${group}.${name}`}
          prompt="Choose a country"
          options={countries}
          value={value && normalizeCountryName(value)}
          disabled={!canEdit}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </Field>
  )
}
