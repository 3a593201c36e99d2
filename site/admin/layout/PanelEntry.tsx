import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { proposals } from '#core/api/proposals'
import { stepUp } from '#core/api/step-up'
import { adminSession } from '#core/session/admin-session'
import { announceProposal } from '#site/admin/approvals/waiting.ts'
import { PanelLayout } from './PanelLayout.tsx'

proposals.announce = announceProposal
stepUp.ask = async (...asked) => (await import('./step-up-dialog.ts')).ask(...asked)

const SetUpFactor = lazy(async () => ({
  default: (await import('#site/admin/profile/SetUpFactor.tsx')).SetUpFactor,
}))

const ChoosePassword = lazy(async () => ({
  default: (await import('#site/admin/profile/ChoosePassword.tsx')).ChoosePassword,
}))

/** The panel; before an own password is chosen and a required second factor is set up, the pages that do so. */
export function PanelEntry() {
  const user = useStore(adminSession.$session)?.user
  if (!user?.must_change_password && !user?.must_set_up_factor) return <PanelLayout />
  return <Suspense>{user.must_change_password ? <ChoosePassword /> : <SetUpFactor />}</Suspense>
}
