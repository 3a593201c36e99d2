import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminSession, signOutAdmin } from '#core/session/admin-session'
import { ChangePasswordForm } from '#site/account-security/ChangePasswordForm.tsx'
import { Brand } from '#site/admin/kit/layout/Brand.tsx'
import { DocumentTitle } from '#site/admin/kit/layout/DocumentTitle.tsx'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { createRequiredPasswordForm } from './password-form.ts'

/** The only screen for an administrator whose password was chosen by someone else. */
export function RequiredPasswordChange() {
  const [form] = useState(createRequiredPasswordForm)
  const session = useStore(adminSession.$session)
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[34rem] flex-1 px-4 py-12">
      <DocumentTitle title="Set your password" />
      <Brand />
      <h1 className="mt-8 text-[1.75rem] leading-tight font-normal tracking-[-0.02em]">Set your password</h1>
      <p className="mt-2 mb-6 max-w-[60ch] text-ink-2">
        Your current password was set by an owner. Set a new password that only you know to continue to the
        panel.
      </p>
      <Panel title="Password">
        <ChangePasswordForm
          form={form}
          email={session?.user.email ?? ''}
          currentHint="The password you were given"
          otherwise={
            <Button look="quiet" onClick={signOutAdmin}>
              Sign out
            </Button>
          }
        />
      </Panel>
    </main>
  )
}
