import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { approvalAnnouncer } from '#core/api/approval-requests'
import { stepUpPrompt } from '#core/api/step-up'
import { adminSession } from '#core/session/admin-session'
import { announceApprovalRequest } from '#site/admin/kit/approvals/pending-approvals.ts'
import { PanelLayout } from './PanelLayout.tsx'

approvalAnnouncer.announce = announceApprovalRequest
stepUpPrompt.ask = async (...asked) => (await import('./step-up-dialog.ts')).promptForStepUp(...asked)

const SetUpFactor = lazy(async () => ({
  default: (await import('#site/admin/identity/profile/RequiredTwoStepSetup.tsx')).RequiredTwoStepSetup,
}))

const ChoosePassword = lazy(async () => ({
  default: (await import('#site/admin/identity/profile/RequiredPasswordChange.tsx')).RequiredPasswordChange,
}))

/**
 * The panel or, until the administrator has chosen a password and set up a required second factor, the pages that do
 * so.
 */
export function RequiredSetupGate() {
  const user = useStore(adminSession.$session)?.user
  if (!user?.must_change_password && !user?.must_set_up_factor) return <PanelLayout />
  return <Suspense>{user.must_change_password ? <ChoosePassword /> : <SetUpFactor />}</Suspense>
}
