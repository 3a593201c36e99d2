import { type ReactNode, useState } from 'react'
import {
  type ApprovalRequest,
  approvals,
  type ApprovalRequestDetail as Proposal,
} from '#contract/desk/approvals'
import { downloadAsAdmin } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { formatBytes } from '#core/format/file-size'
import { formatCountOf, formatMoney } from '#core/format/format'
import { CashChanges } from '#site/admin/cash/balance/CashChangeTable.tsx'
import { MatchComparison as HitComparison } from '#site/admin/compliance/screening/MatchComparison.tsx'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import {
  approvalStatusLabels,
  approvalStatusTones,
  formatApprovalTimeLeft,
  formatSubjects,
  getApprovalActionLabel,
} from '#site/admin/kit/approvals/approval-labels.ts'
import { WatchlistChangesTable } from '#site/admin/kit/approvals/WatchlistChangesTable.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { DetailPanel } from '#site/admin/kit/detail/DetailPanel.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { ApprovalPayments, ApprovalRevaluation } from './ApprovalPayments.tsx'
import { ApprovalHoldings, ApprovalPeople } from './ApprovalPeople.tsx'
import { ApprovalPrice } from './ApprovalPrice.tsx'
import { approvalDetail } from './approval-list.ts'
import { BeforeAfterTable } from './BeforeAfterTable.tsx'
import { type Decision, DecisionDialog } from './DecisionDialog.tsx'
import { DisputedEmailNotice } from './DisputedEmailNotice.tsx'
import { UnverifiedInvestorWarning } from './UnverifiedInvestorWarning.tsx'

const topics = ['approvals'] as const

interface ApprovalDetailProps {
  id: string
  backUrl: string
  showSuccess: (message: string) => void
  warn: (message: string) => void
}

const done: Partial<Record<ApprovalRequest['state'], string>> = {
  approved: 'Approved. The change has been made.',
  refused: 'Rejected. No changes were made.',
  withdrawn: 'Withdrawn. No changes were made.',
}

/** An approval request: who requested what and why, each row before and after, and the decision. */
export function ApprovalRequestDetail({ id, backUrl, showSuccess, warn }: ApprovalDetailProps) {
  const opened = useDetail(approvalDetail, id)
  useRefetchOnEvents(topics, approvalDetail.refresh)
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <DetailPanel
        opened={opened}
        backUrl={backUrl}
        title={titleOf}
        reference={({ id: number }) => `Approval request ${number}`}
        onRetry={approvalDetail.refresh}
      >
        {(approval) => (
          <>
            <Step approval={approval} onDecide={setDecision} />
            <UnverifiedInvestorWarning request={approval} />
            <ProposalFacts request={approval} />
            {/* The recipients of a message are named with it; nothing else about them matters. */}
            {approval.people.length > 0 && approval.entity !== 'notification' && (
              <Section title="Investors now">
                <ApprovalPeople people={approval.people} />
              </Section>
            )}
            {approval.hit && (
              <Section title="Screening match">
                <p className="text-ink-2">Match score {approval.hit.score}%</p>
                <HitComparison match={approval.hit} />
              </Section>
            )}
            {approval.email_dispute && (
              <Section title="Disputed email address">
                <DisputedEmailNotice dispute={approval.email_dispute} />
              </Section>
            )}
            {approval.holdings.length > 0 && (
              <Section title="Units before and after approval">
                <ApprovalHoldings holdings={approval.holdings} />
              </Section>
            )}
            {approval.price && (
              <Section title="Price per unit">
                <ApprovalPrice price={approval.price} />
              </Section>
            )}
            {approval.revaluation && (
              <Section title="Effect on holdings">
                <ApprovalRevaluation revaluation={approval.revaluation} />
              </Section>
            )}
            {approval.payments && (
              <Section title="Payments">
                <ApprovalPayments payments={approval.payments} series={seriesOf(approval)} />
              </Section>
            )}
            {approval.cash.length > 0 && !approval.payments && (
              <Section
                title={
                  approval.state === 'waiting'
                    ? 'Cash before and after approval'
                    : 'Cash before and after, when requested'
                }
              >
                <CashChanges preview={approval} />
              </Section>
            )}
            {approval.file && approval.has_file && <File request={approval} onFailure={warn} />}
            <Section
              title={approval.rows > 1 ? `Changes to ${formatCountOf(approval.rows, 'record')}` : 'Change'}
            >
              <BeforeAfterTable request={approval} />
            </Section>
            {approval.list_changes && (
              <Section
                title={
                  approval.state === 'waiting'
                    ? 'Names compared with the current watchlist'
                    : 'Names compared with the watchlist at that time'
                }
              >
                <WatchlistChangesTable changes={approval.list_changes} />
              </Section>
            )}
          </>
        )}
      </DetailPanel>
      <DecisionDialog
        decision={decision}
        onClose={() => setDecision(undefined)}
        onDone={({ state }) => showSuccess(done[state] ?? '')}
      />
    </>
  )
}

/** The code of the series that an approval request concerns, as used in panel URLs. */
const seriesOf = ({ concerns }: Proposal): string =>
  concerns.find((one) => one.startsWith('series:'))?.replace(/^series:\$?/, '') ?? ''

const titleOf = (proposal: Proposal): string =>
  [getApprovalActionLabel(proposal.action), formatSubjects(proposal)].filter(Boolean).join(': ')

/** What the reader can do with the request, or why nothing. */
function Step({ approval, onDecide }: { approval: Proposal; onDecide: (decision: Decision) => void }) {
  const { can_decide, is_own, state, expires_at } = approval
  if (state !== 'waiting') return null
  return (
    <div className="grid gap-3 border-line border-b pb-5">
      <p className="text-ink-2">
        {is_own
          ? 'You requested this change. Another administrator must approve it.'
          : can_decide
            ? 'Check it against the supporting records before you approve.'
            : 'Your role does not allow this change, so you cannot approve or reject it.'}{' '}
        It expires in {formatApprovalTimeLeft(expires_at)}.
      </p>
      <div className="flex flex-wrap gap-3">
        {can_decide && (
          <>
            <Button aria-haspopup="dialog" onClick={() => onDecide({ action: 'approve', approval })}>
              Approve
            </Button>
            <Button
              look="quiet"
              aria-haspopup="dialog"
              onClick={() => onDecide({ action: 'refuse', approval })}
            >
              Reject
            </Button>
          </>
        )}
        {is_own && (
          <Button
            look="quiet"
            aria-haspopup="dialog"
            onClick={() => onDecide({ action: 'withdraw', approval })}
          >
            Withdraw
          </Button>
        )}
      </div>
    </div>
  )
}

function ProposalFacts({ request }: { request: Proposal }) {
  const {
    state,
    proposed_by,
    proposed_at,
    reason,
    expires_at,
    decided_by,
    decided_at,
    decision_reason,
    sum_of_day,
  } = request
  return (
    <DescriptionList
      items={[
        [
          'Status',
          <Badge key="state" tone={approvalStatusTones[state]}>
            {approvalStatusLabels[state]}
          </Badge>,
        ],
        ['Requested', <Said key="proposed" by={proposed_by.username} at={proposed_at} />],
        [
          'Reason',
          <span key="reason" className="whitespace-pre-wrap">
            {reason}
          </span>,
        ],
        [
          '24-hour total',
          sum_of_day ? <SumOfDay key="sum" sum={sum_of_day} by={proposed_by.username} /> : '',
        ],
        ['Expires', state === 'waiting' ? <AdminDateTime key="expires" instant={expires_at} /> : ''],
        [
          state === 'stale' ? 'Became outdated' : 'Decided',
          decided_at ? <Said key="decided" by={decided_by?.username ?? 'the system'} at={decided_at} /> : '',
        ],
        [
          state === 'stale' ? 'Explanation' : 'Comment',
          decision_reason && (
            <span key="remark" className="whitespace-pre-wrap">
              {decision_reason}
            </span>
          ),
        ],
      ]}
    />
  )
}

/** Why a request needs approval that normally would not. */
function SumOfDay({ sum, by }: { sum: string; by: string }) {
  return (
    <>
      <span className="num">{formatMoney(sum)}</span>
      <span className="block text-[0.875rem] text-ink-2 wrap-anywhere">
        Total recorded by {by} within 24 hours without a second approval, for this investor or as withdrawals
        and fees of all investors, including this change. On its own, this change would not require dual
        approval.
      </span>
    </>
  )
}

function Said({ by, at }: { by: string; at: string }) {
  return (
    <>
      <span className="mr-2 font-medium wrap-anywhere">{by}</span>
      <AdminDateTime instant={at} />
    </>
  )
}

/** The file that is part of the request, to be read before it is approved. */
function File({ request, onFailure }: { request: Proposal; onFailure: (message: string) => void }) {
  const [isLoading, setLoading] = useState(false)
  const { file, id } = request
  if (!file) return null
  const download = async () => {
    setLoading(true)
    try {
      await downloadAsAdmin(approvals.download, { params: { id } }, { name: file.name })
    } catch (error) {
      onFailure(getServerErrorMessage(error, 'The file could not be downloaded.'))
    } finally {
      setLoading(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">
        {file.name} <span className="text-ink-3">{formatBytes(file.size)}</span>
      </p>
      <Button look="quiet" small busy={isLoading && 'Downloading...'} onClick={() => void download()}>
        Download file
      </Button>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-3 text-[1rem] font-medium">{title}</h3>
      {children}
    </section>
  )
}
