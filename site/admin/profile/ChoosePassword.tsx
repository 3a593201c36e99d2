import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminSession, signOutAdmin } from '#core/session/admin-session'
import { Brand } from '#site/admin/layout/Brand.tsx'
import { WindowTitle } from '#site/admin/layout/WindowTitle.tsx'
import { OwnPasswordForm } from '#site/security/OwnPasswordForm.tsx'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { createOwnPasswordForm } from './own-password.ts'

/** All that an administrator sees whose password somebody else has chosen. */
export function ChoosePassword() {
  const [form] = useState(createOwnPasswordForm)
  const session = useStore(adminSession.$session)
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
        <OwnPasswordForm
          form={form}
          email={session?.user.email ?? ''}
          currentHint="The one that you were given"
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
