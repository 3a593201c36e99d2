import { useStore } from '@nanostores/react'
import { useId, useMemo } from 'react'
import { Link } from 'react-router'
import type { ApprovalRequest } from '#contract/desk/approvals'
import {
  adminPortfolios,
  InvestmentRequestDecision,
  type PendingInvestmentRequest,
} from '#contract/portfolio/admin-portfolios'
import { getFieldRules } from '#contract/schema-builders'
import { ApiError } from '#core/api/call-errors'
import type { RowFormOptions } from '#core/form/row-form'
import {
  createRowApprovals,
  getApprovalLocation,
  isDualApprovalActive,
} from '#site/admin/kit/approvals/pending-approvals.ts'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import {
  getApprovalObstacle,
  getApprovalWarning,
  ResolveObstacleLink,
  TippingOffWarning,
} from '#site/admin/kit/InvestorStatus.tsx'
import { Button } from '#ui/Button'
import {
  type Decision,
  decideInvestmentRequest,
  getInvestmentRequest,
  handleDecided,
  investmentRequestList,
} from './request-list.ts'

const nameOf = ({ pending_investments, user_name }: PendingInvestmentRequest): string =>
  `${pending_investments} for ${user_name}`

interface DecisionsProps {
  request: PendingInvestmentRequest
  onDecide: (decision: Decision) => void
}

/** The pending approval request for a request's approval; undefined if there is none. */
function useProposal(request: PendingInvestmentRequest | undefined): ApprovalRequest | undefined {
  const row = `portfolio:${request?.portfolio_id}`
  const proposals = useStore(useMemo(() => createRowApprovals(row), [row]))
  return proposals.find(({ action }) => action === 'investment.approve')
}

const whoProposed = ({ is_own, proposed_by }: ApprovalRequest): string =>
  `${is_own ? 'You' : proposed_by.username} submitted it for approval.`

/**
 * The buttons of a row. An approval that the server would reject is disabled and says why; if an approval request is
 * already pending, a link to it is shown instead.
 */
export function RequestDecision({ request, onDecide }: DecisionsProps) {
  const why = useId()
  const proposal = useProposal(request)
  const obstacle = getApprovalObstacle(request)
  const remark = proposal
    ? `${whoProposed(proposal)} ${obstacle}`.trim()
    : obstacle || getApprovalWarning(request)
  const hasWay = proposal ? obstacle !== '' : true
  return (
    <div className="grid gap-1.5 sm:justify-items-end">
      <span className="flex flex-wrap gap-2 sm:flex-nowrap">
        {proposal ? (
          <Link
            className="button button-quiet button-small whitespace-nowrap"
            to={getApprovalLocation(proposal.id)}
            aria-describedby={why}
          >
            {proposal.can_decide ? 'Review approval' : 'View approval'}
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
          {remark} {hasWay && <ResolveObstacleLink investor={request} className="whitespace-nowrap" />}
        </span>
      )}
    </div>
  )
}

interface DialogProps {
  request: PendingInvestmentRequest | undefined
  /** The current request: the investor may have asked for another token in the meantime. */
  current: PendingInvestmentRequest | undefined
  onClose: () => void
}

/** The investor and token of the request. */
function Wanted({ request }: { request: PendingInvestmentRequest }) {
  return (
    <>
      the request from <strong>{request.user_name}</strong> ({request.user_email}) for{' '}
      <strong>{request.pending_investments}</strong>
      {request.token_name && `, ${request.token_name}`}?
    </>
  )
}

const $isAwake = isDualApprovalActive('money')

/**
 * Asks for confirmation before a request is approved, naming the investor and the token; also asks for a reason if the
 * investor is on a watchlist.
 */
export function ApproveRequestDialog({ request, current, onClose }: DialogProps) {
  const isForTwo = useStore($isAwake)
  const isListed = request !== undefined && getApprovalWarning(request) !== ''
  const isProposed = isListed && isForTwo
  return (
    <ConfirmDialog
      target={request}
      onClose={onClose}
      title="Approve request"
      action={isProposed ? 'Submit for approval' : 'Approve request'}
      busy={isProposed ? 'Submitting...' : 'Approving...'}
      look="primary"
      takesReason={isListed && 'required'}
      approval={{ endpoint: adminPortfolios.decideInvestmentRequest, isNeeded: isListed }}
      run={(request, { reason }) => decideInvestmentRequest({ request, action: 'approve' }, reason)}
      onDone={(request) => handleDecided({ request, action: 'approve' })}
      onOutdated={investmentRequestList.refresh}
      failure="Failed to approve request"
    >
      {(request) => (
        <>
          Approve <Wanted request={current ?? request} /> One active investment is added to the portfolio, and
          the investor is notified.
          {getApprovalWarning(request) && (
            <span className="mt-3 block text-warn">{getApprovalWarning(request)}</span>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

type RejectionValues = { reason: string; token: string }

/** The rejection form. The token is shown only if the investor has asked for another one in the meantime. */
function rejectionForm(
  request: PendingInvestmentRequest,
): RowFormOptions<RejectionValues, PendingInvestmentRequest> {
  let latest = request
  const versionOf = ({ pending_investments: token, updated_at }: PendingInvestmentRequest) => ({
    values: { reason: '', token },
    updatedAt: updated_at,
  })
  return {
    initial: versionOf(request),
    check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a reason (shown to the investor)' } : {}),
    save: async ({ reason }, { updatedAt = request.updated_at }) => {
      try {
        const shown = { ...latest, updated_at: updatedAt }
        await decideInvestmentRequest({ request: shown, action: 'reject' }, reason.trim())
        return latest
      } catch (error) {
        // Someone else decided first, or the request was changed.
        if (error instanceof ApiError && error.status === 409) void investmentRequestList.refresh()
        throw error
      }
    },
    reread: async () => {
      const now = await getInvestmentRequest(request)
      latest = now ?? latest
      return now && versionOf(now)
    },
    failure: 'Failed to reject request',
  }
}

/** Rejects a request with a reason that is shown to the investor. */
export function RejectRequestDialog({ request, current, onClose }: DialogProps) {
  const proposal = useProposal(request)
  return (
    <EditDialog<PendingInvestmentRequest, RejectionValues, PendingInvestmentRequest>
      target={request}
      onClose={onClose}
      title="Reject request"
      form={rejectionForm}
      labels={{ reason: 'Reason', token: 'Token' }}
      submit="Reject request"
      busy="Rejecting..."
      onGone={investmentRequestList.refresh}
      onSaved={(rejected) => handleDecided({ request: rejected, action: 'reject' })}
    >
      {(form, request) => (
        <>
          <p className="wrap-anywhere">
            Reject <Wanted request={current ?? request} /> The request will be closed and the investor
            notified.
            {proposal && ` Approval request ${proposal.id} will also be closed.`}
          </p>
          <TippingOffWarning investor={request} />
          <TextareaField
            form={form}
            name="reason"
            label="Reason"
            hint="Shown to the investor in the notification"
            rows={4}
            required
            maxLength={getFieldRules(InvestmentRequestDecision, 'reason').maxLength}
            data-autofocus
          />
        </>
      )}
    </EditDialog>
  )
}
