import { type ComponentProps, type ReactNode, useId } from 'react'

/** Props that tie a control to its label, hint and error. Spread them onto the control. */
export interface ControlProps {
  id: string
  required: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  /** Receives the focus when its dialog opens. */
  'data-autofocus'?: true
}

interface FieldProps {
  label: string
  hint?: string | undefined
  /** The error message. */
  error?: string | undefined
  /** Whether the message is announced when it appears; use it if nothing else says what went wrong. */
  isAlert?: boolean | undefined
  required?: boolean
  /** A list filter always has a value, so it is neither required nor optional. */
  filter?: boolean
  className?: string
  children: (wiring: ControlProps) => ReactNode
}

/** A labeled form field. Fields are required unless the label says that they are optional. */
export function Field({
  label,
  hint,
  error,
  isAlert = false,
  required = false,
  filter = false,
  className = '',
  children,
}: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>
        {label}
        {!required && !filter && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      {children({
        id,
        required,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role={isAlert ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A text field in the standard style; `Field` labels it. */
export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={`input ${className}`} />
}

/** A multiline text field. */
export function Textarea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={`input ${className}`} />
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { value: string; label: string }[]
  /** A first option with an empty value. */
  prompt?: string
}

/** A native select. */
export function Select({ className = '', options, prompt, ...rest }: SelectProps) {
  return (
    <select {...rest} className={`input ${className}`}>
      {prompt && <option value="">{prompt}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
