import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminEmailDisputes, type EmailDispute } from '#contract/admin-email-disputes'
import { explainRejection } from '#core/api/failures'
import { AwaitsApproval } from '#core/api/proposals'
import { dataOf } from '#core/query/remote'
import { $may } from '#core/session/admin-session'
import { askReason } from '#site/admin/approvals/ReasonDialog.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { $emailDisputes, decideDispute, refreshEmailDisputes } from './email-disputes.ts'

const topics = ['users', 'administrators'] as const

interface EmailDisputesProps {
  kind: EmailDispute['account']['kind']
  /** Only of this account. */
  id?: number
  /** Hears that a dispute was resolved. */
  onDecided: () => unknown
}

/** Accounts that are locked by a disputed change of email, with the decision; nothing without one. */
export function EmailDisputes(props: EmailDisputesProps) {
  return useStore($may)('verify') ? <OpenDisputes {...props} /> : null
}

function OpenDisputes({ kind, id, onDecided }: EmailDisputesProps) {
  const disputes = dataOf(useStore($emailDisputes)) ?? []
  useLiveRefetch(topics, refreshEmailDisputes)
  return disputes
    .filter(({ account }) => account.kind === kind && (id === undefined || account.id === id))
    .map((dispute) => <Dispute key={dispute.id} of={dispute} onDecided={onDecided} />)
}

interface DisputeProps {
  of: EmailDispute
  onDecided: () => unknown
}

function Dispute({ of, onDecided }: DisputeProps) {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const { account, former_email, present_email, created_at } = of
  const decide = async (decision: 'keep' | 'restore') => {
    const isKept = decision === 'keep'
    const reason = await askReason({
      title: isKept ? 'Keep the present address' : 'Restore the former address',
      says: (
        <p>
          {isKept
            ? `${account.name} can sign in again with ${present_email}. ${former_email} can no longer dispute the change.`
            : `${former_email} becomes the address of ${account.name} again and is emailed a link for a new password. Two-step verification that was added around the change is removed.`}{' '}
          Both addresses are told. The reason is recorded in the audit log.
        </p>
      ),
      action: isKept ? 'Keep the present address' : 'Restore the former address',
      approval: {
        endpoint: adminEmailDisputes.decide,
        ...(account.kind === 'admin' && { permission: 'administer' as const }),
      },
    })
    if (reason === undefined) return
    setBusy(true)
    setFailure('')
    try {
      await decideDispute(of, decision, reason)
      await onDecided()
    } catch (error) {
      // The panel has said that it waits for a second administrator.
      if (!(error instanceof AwaitsApproval))
        setFailure(explainRejection(error, 'The dispute could not be resolved. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <Banner kind="warning">
      <p className="font-medium wrap-anywhere">
        {account.name} is locked: a change of the email address is in dispute
      </p>
      <p className="wrap-anywhere">
        Changed from {former_email} to {present_email}, disputed from the former address{' '}
        <Moment instant={created_at} />. Verify who owns the account through another channel before you
        decide.
      </p>
      {failure && (
        <p role="alert" className="text-loss">
          {failure}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="quiet" small busy={busy && 'Saving...'} onClick={() => void decide('keep')}>
          Keep the present address
        </Button>
        <Button look="quiet" small busy={busy && 'Saving...'} onClick={() => void decide('restore')}>
          Restore the former address
        </Button>
      </div>
    </Banner>
  )
}
