import { useStore } from '@nanostores/react'
import type { AdministratorAccount } from '#contract/identity/admin-administrators'
import { adminAdministrators } from '#contract/identity/admin-administrators'
import type { RowForm } from '#core/form/row-form'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextField } from '#site/admin/kit/form/form-fields.tsx'
import { PasswordField } from '#ui/PasswordField'
import {
  createAdministratorForm,
  getMaxLength,
  type NewAdministratorValues,
  roleFieldLabels,
} from './administrators-store.ts'
import { RoleFields } from './RoleFields.tsx'

const labels = { ...roleFieldLabels, username: 'Username', email: 'Email' }

interface NewAdministratorProps {
  /** Defined while the dialog is open. */
  target: object | undefined
  /** Whether this installation sends email; if so, the new administrator receives a link to choose a password. */
  isMailed: boolean
  onClose: () => void
  onSaved: (message: string) => unknown
}

/** The dialog that creates an administrator. */
export function AddAdministratorDialog({ target, isMailed, onClose, onSaved }: NewAdministratorProps) {
  const next = ({ username, email }: AdministratorAccount) =>
    isMailed
      ? `${username} has been added. A link to set a password has been sent to ${email}. Send them the panel address separately.`
      : `${username} has been added. Send them the panel address separately.`
  return (
    <EditDialog
      target={target}
      onClose={onClose}
      title="Add administrator"
      form={createAdministratorForm}
      labels={labels}
      approval={{ endpoint: adminAdministrators.create }}
      submit="Add administrator"
      busy="Adding..."
      onSaved={(saved) => onSaved(next(saved))}
    >
      {(form) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              form={form}
              name="username"
              label="Username"
              hint="Recorded permanently in the audit log"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={getMaxLength('username')}
              data-autofocus
            />
            <TextField
              form={form}
              name="email"
              label="Email"
              type="email"
              hint={isMailed ? 'We will email a link to set a password to this address' : undefined}
              required
              autoComplete="off"
              maxLength={getMaxLength('email')}
            />
          </div>
          {!isMailed && <GivenPassword form={form} />}
          <RoleFields form={form} />
        </>
      )}
    </EditDialog>
  )
}

function GivenPassword({ form }: { form: RowForm<NewAdministratorValues, AdministratorAccount> }) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <PasswordField
      name="password"
      label="Password"
      required={false}
      autoComplete="new-password"
      hint="Email is not configured. Set a temporary password, or leave blank and ask your system administrator for the link"
      value={values.password}
      error={fieldErrors.password}
      onChange={({ target }) => form.set('password', target.value)}
    />
  )
}
