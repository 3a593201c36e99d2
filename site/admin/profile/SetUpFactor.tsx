import { useStore } from '@nanostores/react'
import { dataOf } from '#core/query/remote'
import { administratorFactors } from '#core/security/admin-factors'
import { adminSession, signOutAdmin } from '#core/session/admin-session'
import { Brand } from '#site/admin/layout/Brand.tsx'
import { WindowTitle } from '#site/admin/layout/WindowTitle.tsx'
import { SecondFactors } from '#site/security/SecondFactors.tsx'
import { Button } from '#ui/Button'

/** All that an administrator sees before the required second factor is set up. */
export function SetUpFactor() {
  const session = useStore(adminSession.$session)
  const list = dataOf(useStore(administratorFactors.$list))
  const isReady = list !== undefined && list.factors.length > 0
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[44rem] flex-1 px-4 py-12">
      <WindowTitle of="Set up a second factor" />
      <Brand />
      <h1 className="mt-8 text-[1.75rem] leading-tight font-normal tracking-[-0.02em]">
        Set up a second factor
      </h1>
      <p className="mt-2 mb-6 max-w-[60ch] text-ink-2">
        Administrators of this installation need one beside their password. Set up a passkey or one-time
        codes, then sign in with it: the panel opens after that.
      </p>
      <SecondFactors client={administratorFactors} account={session?.user.username ?? ''} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look={isReady ? 'primary' : 'quiet'} onClick={signOutAdmin}>
          {isReady ? 'Sign in with it' : 'Sign out'}
        </Button>
      </div>
    </main>
  )
}
