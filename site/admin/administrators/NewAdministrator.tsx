import { useStore } from '@nanostores/react'
import type { AdministratorAccount } from '#contract/admin-administrators'
import { adminAdministrators } from '#contract/admin-administrators'
import type { RowForm } from '#core/form/row-form'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { TextField } from '#site/admin/form/fields.tsx'
import { PasswordField } from '#ui/PasswordField'
import { lengthOf, type NewForm, newForm, roleLabels } from './administrators.ts'
import { RoleFields } from './RoleFields.tsx'

const labels = { ...roleLabels, username: 'Username', email: 'Email' }

interface NewAdministratorProps {
  /** Defined while the dialog is open. */
  of: object | undefined
  /** Whether this installation sends mail: the person then gets a link to choose a password. */
  isMailed: boolean
  onClose: () => void
  onSaved: (message: string) => unknown
}

/** The dialog that creates an administrator. */
export function NewAdministrator({ of, isMailed, onClose, onSaved }: NewAdministratorProps) {
  const next = ({ username, email }: AdministratorAccount) =>
    isMailed
      ? `${username} was added. A link to choose a password goes to ${email}; give the address of this panel yourself.`
      : `${username} was added. Give the address of this panel to the person yourself.`
  return (
    <EditDialog
      of={of}
      onClose={onClose}
      title="Add administrator"
      form={newForm}
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
              hint="Names the person in the audit log for good"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={lengthOf('username')}
              data-autofocus
            />
            <TextField
              form={form}
              name="email"
              label="Email"
              type="email"
              hint={isMailed ? 'A link to choose a password is sent here' : undefined}
              required
              autoComplete="off"
              maxLength={lengthOf('email')}
            />
          </div>
          {!isMailed && <GivenPassword form={form} />}
          <RoleFields form={form} />
        </>
      )}
    </EditDialog>
  )
}

function GivenPassword({ form }: { form: RowForm<NewForm, AdministratorAccount> }) {
  const { values, fieldErrors } = useStore(form.$state)
  return (
    <PasswordField
      name="password"
      label="Password"
      required={false}
      autoComplete="new-password"
      hint="This installation sends no mail. Choose one for the person, or leave it empty: npm run mail shows the link to set one."
      value={values.password}
      error={fieldErrors.password}
      onChange={({ target }) => form.set('password', target.value)}
    />
  )
}
