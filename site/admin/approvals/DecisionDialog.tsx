import { type Approval, type ApprovalDetail, approvals } from '#contract/approvals'
import { REASON_MAX } from '#contract/two-pairs'
import { callAdmin } from '#core/api/admin-api'
import { RejectedCall } from '#core/api/problems'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField } from '#site/admin/form/fields.tsx'
import { DistributionWarnings } from '#site/admin/register/DistributionWarnings.tsx'
import { refreshApprovals } from './list.ts'
import { Revaluation } from './Payments.tsx'
import { Price } from './Price.tsx'
import { nameProposal } from './size.ts'

export interface Decision {
  action: 'approve' | 'refuse' | 'withdraw'
  approval: ApprovalDetail
}

const steps = {
  approve: {
    title: 'Approve this change?',
    submit: 'Approve',
    busy: 'Approving...',
    failure: 'The proposal was not approved',
    says: 'The change is made at once, as it is shown. Your name stands beside that of who proposed it.',
  },
  refuse: {
    title: 'Refuse this proposal?',
    submit: 'Refuse',
    busy: 'Refusing...',
    failure: 'The proposal was not refused',
    says: 'Nothing changes. Who proposed it reads your reason.',
  },
  withdraw: {
    title: 'Withdraw your proposal?',
    submit: 'Withdraw',
    busy: 'Withdrawing...',
    failure: 'The proposal was not withdrawn',
    says: 'Nothing changes, and nobody can approve it any more.',
  },
} as const

interface DecisionDialogProps {
  of: Decision | undefined
  onClose: () => void
  onDone: (approval: Approval) => unknown
}

/** Approves, refuses or withdraws a proposal. */
export function DecisionDialog({ of, onClose, onDone }: DecisionDialogProps) {
  const step = steps[of?.action ?? 'approve']
  return (
    <EditDialog<Decision, { reason: string }, Approval>
      of={of}
      onClose={onClose}
      title={step.title}
      kicker={of && nameProposal(of.approval)}
      form={({ action, approval, approval: { id } }) => ({
        initial: { values: { reason: '' }, updatedAt: undefined },
        check: ({ reason }) =>
          action === 'refuse' && reason.trim() === '' ? { reason: 'Enter the reason' } : {},
        save: async ({ reason }) => {
          const body = { action, reason: reason.trim() || undefined }
          try {
            const options = { act: `Approve: ${nameProposal(approval)}` }
            return (await callAdmin(approvals.decide, { params: { id }, body }, options)).approval
          } catch (error) {
            // Somebody else was faster, or the row has changed.
            if (error instanceof RejectedCall && error.status === 409) void refreshApprovals()
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
          {action === 'approve' && price && <Price of={price} />}
          {action === 'approve' && revaluation && <Revaluation of={revaluation} />}
          {action !== 'withdraw' && (
            <AreaField
              form={form}
              name="reason"
              label={action === 'refuse' ? 'Reason' : 'Remark'}
              hint={action === 'refuse' ? undefined : 'Optional; kept with the proposal'}
              required={action === 'refuse'}
              rows={4}
              maxLength={REASON_MAX}
              data-autofocus
            />
          )}
        </>
      )}
    </EditDialog>
  )
}
