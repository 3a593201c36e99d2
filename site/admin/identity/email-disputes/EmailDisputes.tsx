import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminEmailDisputes, type EmailDispute } from '#contract/identity/admin-email-disputes'
import { ApprovalRequiredError } from '#core/api/approval-requests'
import { getServerErrorMessage } from '#core/api/error-messages'
import { getData } from '#core/query/remote'
import { $may } from '#core/session/admin-session'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { promptForReason } from '#site/admin/kit/approvals/ReasonDialog.tsx'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { $emailDisputes, decideDispute, refreshEmailDisputes } from './email-disputes.ts'

const topics = ['users', 'administrators'] as const

interface EmailDisputesProps {
  kind: EmailDispute['account']['kind']
  /** Restricts the list to this account. */
  id?: number
  /** Called when a dispute was resolved. */
  onDecided: () => unknown
}

/** Accounts locked by a disputed email change, with their decision; nothing if there are none. */
export function EmailDisputes(props: EmailDisputesProps) {
  return useStore($may)('verify') ? <OpenDisputes {...props} /> : null
}

function OpenDisputes({ kind, id, onDecided }: EmailDisputesProps) {
  const disputes = getData(useStore($emailDisputes)) ?? []
  useRefetchOnEvents(topics, refreshEmailDisputes)
  return disputes
    .filter(({ account }) => account.kind === kind && (id === undefined || account.id === id))
    .map((dispute) => <Dispute key={dispute.id} dispute={dispute} onDecided={onDecided} />)
}

interface DisputeProps {
  dispute: EmailDispute
  onDecided: () => unknown
}

function Dispute({ dispute, onDecided }: DisputeProps) {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const { account, former_email, present_email, created_at } = dispute
  const decide = async (decision: 'keep' | 'restore') => {
    const isKept = decision === 'keep'
    const reason = await promptForReason({
      title: isKept ? 'Keep current address' : 'Restore previous address',
      message: (
        <p>
          {isKept
            ? `${account.name} will be able to sign in again with ${present_email}. ${former_email} can no longer dispute the change.`
            : `${former_email} will again be the email address of ${account.name} and will receive a password reset link. Two-step verification methods added around the time of the change will be removed.`}{' '}
          Both addresses will be notified. If an administrator also deactivated the account, it stays
          deactivated. The reason is recorded in the audit log.
        </p>
      ),
      action: isKept ? 'Keep current address' : 'Restore previous address',
      approval: {
        endpoint: adminEmailDisputes.decide,
        ...(account.kind === 'admin' && { permission: 'administer' as const }),
      },
    })
    if (reason === undefined) return
    setBusy(true)
    setFailure('')
    try {
      await decideDispute(dispute, decision, reason)
      await onDecided()
    } catch (error) {
      // The panel has already announced that it awaits approval.
      if (!(error instanceof ApprovalRequiredError))
        setFailure(getServerErrorMessage(error, 'The dispute could not be resolved. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <Banner kind="warning">
      <p className="font-medium wrap-anywhere">
        The account of {account.name} is locked because an email change is disputed
      </p>
      <p className="wrap-anywhere">
        Changed from {former_email} to {present_email}; disputed from the previous address on{' '}
        <AdminDateTime instant={created_at} />. Confirm the account owner through another channel before you
        decide.
      </p>
      {failure && (
        <p role="alert" className="text-loss">
          {failure}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="quiet" small busy={busy && 'Saving...'} onClick={() => void decide('keep')}>
          {' '}
          Keep current address
        </Button>
        <Button look="quiet" small busy={busy && 'Saving...'} onClick={() => void decide('restore')}>
          {' '}
          Restore previous address
        </Button>
      </div>
    </Banner>
  )
}
