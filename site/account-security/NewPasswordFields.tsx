import { useId } from 'react'
import { PasswordField } from '#ui/PasswordField'
import { PasswordMeter } from './PasswordMeter.tsx'
import { usePasswordRejection } from './use-password-rejection.ts'

interface NewPasswordFieldsProps {
  label: string
  /** The name of the field in the call. */
  name: string
  /** The account's email, if known; a password must not be its name. */
  email?: string | undefined
  values: { password: string; confirmPassword: string }
  errors: { password?: string | undefined; confirmPassword?: string | undefined }
  onChange: (name: 'password' | 'confirmPassword', value: string) => void
}

/** A new password, entered twice, with a meter that shows what it lacks and any other message about it. */
export function NewPasswordFields({
  label,
  name,
  email = '',
  values,
  errors,
  onChange,
}: NewPasswordFieldsProps) {
  const refusalId = useId()
  const live = usePasswordRejection(values.password, email)
  const refusal = live ?? (errors.password || undefined)
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        aria-invalid={errors.password === undefined ? undefined : true}
        aria-describedby={refusal && refusalId}
        hint="Min 8 chars, mixed case, numbers, symbols"
        autoComplete="new-password"
        value={values.password}
        onChange={({ target }) => onChange('password', target.value)}
      />
      <PasswordMeter
        password={values.password}
        refusal={refusal}
        refusalId={refusalId}
        isSent={errors.password !== undefined}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        error={errors.confirmPassword}
        autoComplete="new-password"
        value={values.confirmPassword}
        onChange={({ target }) => onChange('confirmPassword', target.value)}
      />
    </>
  )
}
