import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { FORGOT_PASSWORD_PAGE } from '#contract/identity/email-links'
import { investorSession } from '#core/session/session'
import { ChangePasswordForm } from '#site/account-security/ChangePasswordForm.tsx'
import { Banner } from '#ui/Banner'
import { Panel } from '#ui/Panel'
import { createPasswordForm } from './security-forms.ts'

/** Changes the password. The fields are cleared once it is changed. */
export function PasswordPanel() {
  const [form, setForm] = useState(createPasswordForm)
  const [isChanged, setChanged] = useState(false)
  const email = useStore(investorSession.$session)?.user.email ?? ''
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
    <Panel
      title="Password"
      note="Changing your password signs you out of other devices. We will confirm by email."
    >
      <ChangePasswordForm
        form={form}
        email={email}
        onSubmit={() => void submit()}
        banner={
          isChanged && (
            <Banner kind="success" ref={banner}>
              Your password has been changed.
            </Banner>
          )
        }
        otherwise={
          <a
            className="text-[0.9375rem] text-accent-text underline decoration-1 underline-offset-4"
            href={FORGOT_PASSWORD_PAGE}
          >
            Forgot your password?
          </a>
        }
      />
    </Panel>
  )
}
