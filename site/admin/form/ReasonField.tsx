import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { REASON_MAX } from '#contract/two-pairs'
import { Field, Textarea } from '#ui/Field'
import { AreaField, type FieldForm } from './fields.tsx'

const wording = { label: 'Reason', rows: 2 } as const
const kept = 'Kept in the audit log. Investors do not see it.'
/** The hint once a second administrator is needed. */
const read = 'The second administrator reads it. Investors do not see it.'

interface ReasonFieldProps<Name extends string> {
  form: FieldForm<NoInfer<Name>>
  /** The value that holds it. */
  name: Name
  /** On screen only once a second administrator has to approve the write. */
  isHidden?: boolean
  /** It is known before that one has to. */
  isNeeded?: boolean
  maxLength?: number
  className?: string
}

/**
 * Why a row is written, in a form. It becomes required once the server wants it, because a second administrator has to
 * approve the write; its sentence is then at the field.
 */
export function ReasonField<Name extends string>({
  form,
  name,
  isHidden = false,
  isNeeded = false,
  maxLength = REASON_MAX,
  className,
}: ReasonFieldProps<Name>) {
  const { fieldErrors } = useStore(form.$state)
  const wasWanted = useRef(false)
  wasWanted.current ||= fieldErrors[name] !== undefined
  const isWanted = isNeeded || wasWanted.current
  if (isHidden && !isWanted) return null
  return (
    <AreaField
      form={form}
      name={name}
      {...wording}
      maxLength={maxLength}
      hint={isWanted ? read : kept}
      required={isWanted}
      className={className}
    />
  )
}

interface ReasonInputProps {
  value: string
  required?: boolean
  /** Why nothing was sent, or sent in vain, without it. */
  error?: string | undefined
  /** A second administrator reads it. */
  isWanted?: boolean
  maxLength?: number | undefined
  onChange: (value: string) => void
}

/** The same in a question. */
export function ReasonInput({
  value,
  required = false,
  error,
  isWanted = false,
  maxLength = REASON_MAX,
  onChange,
}: ReasonInputProps) {
  const { label, ...area } = wording
  return (
    <Field label={label} hint={isWanted ? read : kept} required={required || isWanted} error={error} isAlert>
      {(wiring) => (
        <Textarea
          {...area}
          maxLength={maxLength}
          {...wiring}
          name="reason"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
