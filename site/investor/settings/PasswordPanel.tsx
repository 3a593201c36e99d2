import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { FORGOT_PASSWORD_PAGE } from '#contract/account-links'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { NewPasswordFields } from '#site/security/NewPasswordFields.tsx'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { PasswordField } from '#ui/PasswordField'
import { createPasswordForm } from './security-forms.ts'

/** Changes the password. The fields are emptied once it is changed. */
export function PasswordPanel() {
  const [form, setForm] = useState(createPasswordForm)
  const [isChanged, setChanged] = useState(false)
  const { values, fieldErrors, status } = useStore(form.$state)
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChanged) banner.current?.focus()
  }, [isChanged])

  const submit = async () => {
    setChanged(false)
    await form.submit()
    if (form.$state.get().status.name !== 'saved') return
    setForm(createPasswordForm)
    setChanged(true)
  }

  return (
    <Panel title="Password" note="A change ends all other sessions and is told to you by mail.">
      <FormFrame
        status={status}
        fieldErrors={fieldErrors}
        onSubmit={() => void submit()}
        className="p-[22px] max-sm:p-4"
      >
        {isChanged && (
          <Banner kind="success" ref={banner}>
            Your password is changed.
          </Banner>
        )}
        <PasswordField
          label="Current Password"
          name="current_password"
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
          <a
            className="text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
            href={FORGOT_PASSWORD_PAGE}
          >
            Forgot your password?
          </a>
          <Button type="submit" busy={status.name === 'saving' && 'Saving...'}>
            Change Password
          </Button>
        </div>
      </FormFrame>
    </Panel>
  )
}
