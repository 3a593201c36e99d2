import { PasswordField } from '#ui/PasswordField'
import { PasswordMeter } from './PasswordMeter.tsx'

interface NewPasswordFieldsProps {
  label: string
  /** The name of the field in the call, and of the one that repeats it. */
  name: string
  values: { password: string; confirmPassword: string }
  errors: { password?: string | undefined; confirmPassword?: string | undefined }
  onChange: (name: 'password' | 'confirmPassword', value: string) => void
}

/** A new password, twice, with the meter that says what it lacks. */
export function NewPasswordFields({ label, name, values, errors, onChange }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        error={errors.password}
        hint="Min 8 chars, mixed case, numbers, symbols"
        autoComplete="new-password"
        value={values.password}
        onChange={({ target }) => onChange('password', target.value)}
      />
      <PasswordMeter password={values.password} error={errors.password} />
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
