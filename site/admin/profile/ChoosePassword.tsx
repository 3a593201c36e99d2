import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { signOutAdmin } from '#core/session/admin-session'
import { Brand } from '#site/admin/layout/Brand.tsx'
import { WindowTitle } from '#site/admin/layout/WindowTitle.tsx'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { NewPasswordFields } from '#site/security/NewPasswordFields.tsx'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { PasswordField } from '#ui/PasswordField'
import { createOwnPasswordForm } from './own-password.ts'

/** All that an administrator sees whose password somebody else has chosen. */
export function ChoosePassword() {
  const [form] = useState(createOwnPasswordForm)
  const { values, fieldErrors, status } = useStore(form.$state)
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[34rem] flex-1 px-4 py-12">
      <WindowTitle of="Choose your password" />
      <Brand />
      <h1 className="mt-8 text-[1.75rem] leading-tight font-normal tracking-[-0.02em]">
        Choose your password
      </h1>
      <p className="mt-2 mb-6 max-w-[60ch] text-ink-2">
        An owner has set the one that you signed in with, and knows it. Choose another one that only you know:
        the panel opens after that.
      </p>
      <Panel title="Password">
        <FormFrame
          status={status}
          fieldErrors={fieldErrors}
          onSubmit={() => void form.submit()}
          className="p-[22px] max-sm:p-4"
        >
          <PasswordField
            label="Current Password"
            name="current_password"
            hint="The one that you were given"
            error={fieldErrors.current_password}
            autoComplete="current-password"
            value={values.current_password}
            onChange={({ target }) => form.set('current_password', target.value)}
          />
          <NewPasswordFields
            label="New Password"
            name="new_password"
            values={{ password: values.new_password, confirmPassword: values.confirmPassword }}
            errors={{ password: fieldErrors.new_password, confirmPassword: fieldErrors.confirmPassword }}
            onChange={(name, value) => form.set(name === 'password' ? 'new_password' : name, value)}
          />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Button look="quiet" onClick={signOutAdmin}>
              Sign out
            </Button>
            <Button type="submit" busy={status.name === 'saving' && 'Saving...'}>
              Change Password
            </Button>
          </div>
        </FormFrame>
      </Panel>
    </main>
  )
}
