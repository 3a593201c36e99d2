import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { Field, Input } from './Field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
  name: string
  'data-autofocus'?: true
  hint?: string
  error?: string | undefined
  /** Same as in `Field`. */
  isAlert?: boolean
}

/** A password field with a show button, and a hint when Caps Lock is on. */
export function PasswordField({
  label,
  hint,
  error,
  isAlert,
  required = true,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div>
      <Field label={label} hint={hint} error={error} isAlert={isAlert} required={required}>
        {(wiring) => (
          <div className="relative">
            <Input
              {...wiring}
              {...input}
              aria-invalid={input['aria-invalid'] ?? wiring['aria-invalid']}
              aria-describedby={
                [input['aria-describedby'], wiring['aria-describedby']].filter(Boolean).join(' ') || undefined
              }
              type={shown ? 'text' : 'password'}
              className="pr-16"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onKeyDown={readCapsLock}
              onKeyUp={readCapsLock}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              className="absolute inset-y-1 right-1 cursor-pointer rounded-[2px] px-3 text-[0.8125rem] font-medium text-ink-2 hover:text-ink"
              aria-controls={wiring.id}
              onClick={() => setShown(!shown)}
            >
              {shown ? 'Hide' : 'Show'}
              <span className="visually-hidden"> {label.toLowerCase()}</span>
            </button>
          </div>
        )}
      </Field>
      <p role="status" className="text-[0.8125rem] leading-normal text-warn">
        {capsLock && <span className="mt-1.5 block">Caps Lock is on</span>}
      </p>
    </div>
  )
}
