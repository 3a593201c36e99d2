import { useStore } from '@nanostores/react'
import { useId, useMemo } from 'react'
import { Link } from 'react-router'
import { adminPortfolios, type PendingRequest, RequestDecision } from '#contract/admin-portfolios'
import type { Approval } from '#contract/approvals'
import { fieldRules } from '#contract/schema'
import { RejectedCall } from '#core/api/problems'
import type { RowFormOptions } from '#core/form/row-form'
import { approvalLocation, isAwake, proposalsFor } from '#site/admin/approvals/waiting.ts'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField } from '#site/admin/form/fields.tsx'
import { obstacleOf, StandingLink, TippingOff, warningOf } from '#site/admin/shared/Standing.tsx'
import { Button } from '#ui/Button'
import { type Decision, decideRequest, readRequest, requestList, showDecision } from './requests.ts'

const nameOf = ({ pending_investments, user_name }: PendingRequest): string =>
  `${pending_investments} for ${user_name}`

interface DecisionsProps {
  request: PendingRequest
  onDecide: (decision: Decision) => void
}

/** The proposal to approve a request that waits for a second administrator; undefined without one. */
function useProposal(request: PendingRequest | undefined): Approval | undefined {
  const row = `portfolio:${request?.portfolio_id}`
  const proposals = useStore(useMemo(() => proposalsFor(row), [row]))
  return proposals.find(({ action }) => action === 'investment.approve')
}

const whoProposed = ({ is_own, proposed_by }: Approval): string =>
  `${is_own ? 'You' : proposed_by.username} proposed to approve it.`

/**
 * The buttons of a row. An approval that the server would refuse cannot be pressed, and says why; where one is proposed
 * already, a link to the proposal is in its place.
 */
export function Decisions({ request, onDecide }: DecisionsProps) {
  const why = useId()
  const proposal = useProposal(request)
  const obstacle = obstacleOf(request)
  const remark = proposal ? `${whoProposed(proposal)} ${obstacle}`.trim() : obstacle || warningOf(request)
  const hasWay = proposal ? obstacle !== '' : true
  return (
    <div className="grid gap-1.5 sm:justify-items-end">
      <span className="flex flex-wrap gap-2 sm:flex-nowrap">
        {proposal ? (
          <Link
            className="button button-quiet button-small whitespace-nowrap"
            to={approvalLocation(proposal.id)}
            aria-describedby={why}
          >
            {proposal.can_decide ? 'Decide the proposal' : 'See the proposal'}
          </Link>
        ) : (
          <Button
            small
            look={remark ? 'quiet' : 'primary'}
            disabled={obstacle !== ''}
            aria-haspopup="dialog"
            aria-describedby={remark ? why : undefined}
            aria-label={`Approve ${nameOf(request)}`}
            onClick={() => onDecide({ request, action: 'approve' })}
          >
            Approve
          </Button>
        )}
        <Button
          small
          look="quiet"
          aria-haspopup="dialog"
          aria-label={`Reject ${nameOf(request)}`}
          onClick={() => onDecide({ request, action: 'reject' })}
        >
          Reject
        </Button>
      </span>
      {remark && (
        <span id={why} className="text-[0.8125rem] leading-snug text-ink-2 sm:text-right">
          {remark} {hasWay && <StandingLink of={request} className="whitespace-nowrap" />}
        </span>
      )}
    </div>
  )
}

interface DialogProps {
  request: PendingRequest | undefined
  /** The same as it is now: the investor may have asked for another token meanwhile. */
  current: PendingRequest | undefined
  onClose: () => void
}

/** Whose request for what. */
function Wanted({ of }: { of: PendingRequest }) {
  return (
    <>
      the request of <strong>{of.user_name}</strong> ({of.user_email}) for{' '}
      <strong>{of.pending_investments}</strong>
      {of.token_name && `, ${of.token_name}`}?
    </>
  )
}

const $isAwake = isAwake('money')

/** Asks before a request is approved, naming the investor and the token; of somebody on a list for the reason too. */
export function ApprovalQuestion({ request, current, onClose }: DialogProps) {
  const isForTwo = useStore($isAwake)
  const isListed = request !== undefined && warningOf(request) !== ''
  const isProposed = isListed && isForTwo
  return (
    <ConfirmDialog
      of={request}
      onClose={onClose}
      title="Approve request"
      action={isProposed ? 'Propose approval' : 'Approve request'}
      busy={isProposed ? 'Proposing...' : 'Approving...'}
      look="primary"
      takesReason={isListed && 'required'}
      approval={{ endpoint: adminPortfolios.decide, isNeeded: isListed }}
      run={(request, { reason }) => decideRequest({ request, action: 'approve' }, reason)}
      onDone={(request) => showDecision({ request, action: 'approve' })}
      onOutdated={requestList.refresh}
      failure="Failed to approve request"
    >
      {(request) => (
        <>
          Approve <Wanted of={current ?? request} /> One active investment is added to the portfolio, and the
          investor is notified.
          {warningOf(request) && <span className="mt-3 block text-warn">{warningOf(request)}</span>}
        </>
      )}
    </ConfirmDialog>
  )
}

type RejectionValues = { reason: string; token: string }

/** The form of a rejection. The token is shown only where the investor has asked for another one meanwhile. */
function rejectionForm(request: PendingRequest): RowFormOptions<RejectionValues, PendingRequest> {
  let latest = request
  const versionOf = ({ pending_investments: token, updated_at }: PendingRequest) => ({
    values: { reason: '', token },
    updatedAt: updated_at,
  })
  return {
    initial: versionOf(request),
    check: ({ reason }) =>
      reason.trim() === '' ? { reason: 'Enter the reason, which the investor reads' } : {},
    save: async ({ reason }, { updatedAt = request.updated_at }) => {
      try {
        const shown = { ...latest, updated_at: updatedAt }
        await decideRequest({ request: shown, action: 'reject' }, reason.trim())
        return latest
      } catch (error) {
        // Somebody else was faster, or the request was changed.
        if (error instanceof RejectedCall && error.status === 409) void requestList.refresh()
        throw error
      }
    },
    reread: async () => {
      const now = await readRequest(request)
      latest = now ?? latest
      return now && versionOf(now)
    },
    failure: 'Failed to reject request',
  }
}

/** Rejects a request, with a reason that the investor reads. */
export function RejectionDialog({ request, current, onClose }: DialogProps) {
  const proposal = useProposal(request)
  return (
    <EditDialog<PendingRequest, RejectionValues, PendingRequest>
      of={request}
      onClose={onClose}
      title="Reject request"
      form={rejectionForm}
      labels={{ reason: 'Reason', token: 'Token' }}
      submit="Reject request"
      busy="Rejecting..."
      onGone={requestList.refresh}
      onSaved={(rejected) => showDecision({ request: rejected, action: 'reject' })}
    >
      {(form, request) => (
        <>
          <p className="wrap-anywhere">
            Reject <Wanted of={current ?? request} /> The request ends, and the investor is notified.
            {proposal && ` Proposal ${proposal.id} to approve it ends too.`}
          </p>
          <TippingOff of={request} />
          <AreaField
            form={form}
            name="reason"
            label="Reason"
            hint="The investor reads it in the notification"
            rows={4}
            required
            maxLength={fieldRules(RequestDecision, 'reason').maxLength}
            data-autofocus
          />
        </>
      )}
    </EditDialog>
  )
}
