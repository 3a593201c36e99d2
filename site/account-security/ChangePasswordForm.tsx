import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Form } from '#core/form/form'
import type { PasswordChange } from '#core/security/new-password'
import { Button } from '#ui/Button'
import { PasswordField } from '#ui/PasswordField'
import { AuthForm } from './AuthForm.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

interface OwnPasswordFormProps {
  form: Form<PasswordChange, void>
  email: string
  /** Describes which password is the current one. */
  currentHint?: string
  /** Above the fields. */
  banner?: ReactNode
  /** The alternative action beside the button. */
  otherwise: ReactNode
  onSubmit?: () => void
}

/** Changes the user's own password, for an investor or an administrator: the current one, and the new one twice. */
export function ChangePasswordForm({
  form,
  email,
  currentHint,
  banner,
  otherwise,
  onSubmit = () => void form.submit(),
}: OwnPasswordFormProps) {
  const { values, fieldErrors, status } = useStore(form.$state)
  return (
    <AuthForm status={status} fieldErrors={fieldErrors} onSubmit={onSubmit} className="p-[22px] max-sm:p-4">
      {banner}
      <PasswordField
        label="Current Password"
        name="current_password"
        {...(currentHint && { hint: currentHint })}
        error={fieldErrors.current_password}
        isAlert
        autoComplete="current-password"
        value={values.current_password}
        onChange={({ target }) => form.set('current_password', target.value)}
      />
      <NewPasswordFields
        label="New Password"
        name="new_password"
        email={email}
        values={{ password: values.new_password, confirmPassword: values.confirmPassword }}
        errors={{ password: fieldErrors.new_password, confirmPassword: fieldErrors.confirmPassword }}
        onChange={(name, value) => form.set(name === 'password' ? 'new_password' : name, value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        {otherwise}
        <Button type="submit" className="ml-auto" busy={status.name === 'saving' && 'Saving...'}>
          Change Password
        </Button>
      </div>
    </AuthForm>
  )
}
