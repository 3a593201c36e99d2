import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { proposals } from '#core/api/proposals'
import { stepUp } from '#core/api/step-up'
import { adminSession } from '#core/session/admin-session'
import { announceProposal } from '#site/admin/approvals/waiting.ts'
import { PanelLayout } from './PanelLayout.tsx'

proposals.askReason = async () => (await import('#site/admin/approvals/ReasonDialog.tsx')).askReason()
proposals.announce = announceProposal
stepUp.ask = async (...asked) => (await import('./step-up-dialog.ts')).ask(...asked)

const SetUpFactor = lazy(async () => ({
  default: (await import('#site/admin/profile/SetUpFactor.tsx')).SetUpFactor,
}))

/** The panel; before a required second factor is set up, the page that does so. */
export function PanelEntry() {
  const mustSetUp = useStore(adminSession.$session)?.user.must_set_up_factor
  if (!mustSetUp) return <PanelLayout />
  return (
    <Suspense>
      <SetUpFactor />
    </Suspense>
  )
}
