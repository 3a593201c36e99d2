import { APPROVAL_REASON_MAX } from '#contract/approval-rule'
import { type ApprovalRequest, type ApprovalRequestDetail, approvals } from '#contract/desk/approvals'
import { callAdminApi } from '#core/api/admin-api'
import { ApiError } from '#core/api/call-errors'
import { DistributionWarnings } from '#site/admin/holdings/register/DistributionWarnings.tsx'
import { formatApprovalTitle } from '#site/admin/kit/approvals/approval-summary.ts'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import { ApprovalRevaluation } from './ApprovalPayments.tsx'
import { ApprovalPrice } from './ApprovalPrice.tsx'
import { refreshApprovals } from './approval-list.ts'

export interface Decision {
  action: 'approve' | 'refuse' | 'withdraw'
  approval: ApprovalRequestDetail
}

const steps = {
  approve: {
    title: 'Approve this change?',
    submit: 'Approve',
    busy: 'Approving...',
    failure: 'Failed to approve the request',
    says: 'The change takes effect immediately, as shown. You will be recorded as the approver.',
  },
  refuse: {
    title: 'Reject this request?',
    submit: 'Reject',
    busy: 'Rejecting...',
    failure: 'Failed to reject the request',
    says: 'No changes are made. The requester will see your reason.',
  },
  withdraw: {
    title: 'Withdraw your request?',
    submit: 'Withdraw',
    busy: 'Withdrawing...',
    failure: 'Failed to withdraw the request',
    says: 'No changes are made, and the request can no longer be approved.',
  },
} as const

interface DecisionDialogProps {
  decision: Decision | undefined
  onClose: () => void
  onDone: (approval: ApprovalRequest) => unknown
}

/** Approves, rejects or withdraws an approval request. */
export function DecisionDialog({ decision, onClose, onDone }: DecisionDialogProps) {
  const step = steps[decision?.action ?? 'approve']
  return (
    <EditDialog<Decision, { reason: string }, ApprovalRequest>
      target={decision}
      onClose={onClose}
      title={step.title}
      kicker={decision && formatApprovalTitle(decision.approval)}
      form={({ action, approval, approval: { id } }) => ({
        initial: { values: { reason: '' }, updatedAt: undefined },
        check: ({ reason }) =>
          action === 'refuse' && reason.trim() === '' ? { reason: 'Enter a reason' } : {},
        save: async ({ reason }) => {
          const body = { action, reason: reason.trim() || undefined }
          try {
            const options = { act: `Approve: ${formatApprovalTitle(approval)}` }
            return (await callAdminApi(approvals.decide, { params: { id }, body }, options)).approval
          } catch (error) {
            // Someone else decided first, or the row has changed.
            if (error instanceof ApiError && error.status === 409) void refreshApprovals()
            throw error
          }
        },
        failure: steps[action].failure,
      })}
      labels={{ reason: 'Reason' }}
      submit={step.submit}
      busy={step.busy}
      onSaved={async (saved) => {
        await refreshApprovals()
        await onDone(saved)
      }}
    >
      {(form, { action, approval: { payments, price, revaluation } }) => (
        <>
          <p>
            {steps[action].says}
            {action === 'approve' && payments && (
              <DistributionWarnings isDayOver={payments.is_day_over} earlier={payments.earlier} />
            )}
          </p>
          {action === 'approve' && price && <ApprovalPrice price={price} />}
          {action === 'approve' && revaluation && <ApprovalRevaluation revaluation={revaluation} />}
          {action !== 'withdraw' && (
            <TextareaField
              form={form}
              name="reason"
              label={action === 'refuse' ? 'Reason' : 'Comment'}
              hint={action === 'refuse' ? undefined : 'Recorded with the request'}
              required={action === 'refuse'}
              rows={4}
              maxLength={APPROVAL_REASON_MAX}
              data-autofocus
            />
          )}
        </>
      )}
    </EditDialog>
  )
}
