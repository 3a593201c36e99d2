import { useStore } from '@nanostores/react'
import { getData } from '#core/query/remote'
import { administratorFactors } from '#core/security/admin-factors'
import { adminSession, signOutAdmin } from '#core/session/admin-session'
import { TwoStepVerification } from '#site/account-security/TwoStepVerification.tsx'
import { Brand } from '#site/admin/kit/layout/Brand.tsx'
import { DocumentTitle } from '#site/admin/kit/layout/DocumentTitle.tsx'
import { Button } from '#ui/Button'

/** The only screen for an administrator who has not yet set up the required second factor. */
export function RequiredTwoStepSetup() {
  const session = useStore(adminSession.$session)
  const list = getData(useStore(administratorFactors.$list))
  const isReady = list !== undefined && list.factors.length > 0
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[44rem] flex-1 px-4 py-12">
      <DocumentTitle title="Set up two-step verification" />
      <Brand />
      <h1 className="mt-8 text-[1.75rem] leading-tight font-normal tracking-[-0.02em]">
        Set up two-step verification
      </h1>
      <p className="mt-2 mb-6 max-w-[60ch] text-ink-2">
        Two-step verification is required for administrators. Set up a passkey or an authenticator app, then
        sign in with it to continue to the panel.
      </p>
      <TwoStepVerification client={administratorFactors} account={session?.user.username ?? ''} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look={isReady ? 'primary' : 'quiet'} onClick={signOutAdmin}>
          {isReady ? 'Sign in again' : 'Sign out'}
        </Button>
      </div>
    </main>
  )
}
