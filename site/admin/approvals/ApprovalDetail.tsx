import { type ReactNode, useState } from 'react'
import { type Approval, approvals, type ApprovalDetail as Proposal } from '#contract/approvals'
import { downloadAdminFile } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import { formatBytes } from '#core/format/file-size'
import { countOf, formatMoney } from '#core/format/format'
import { CashChanges } from '#site/admin/cash/CashChange.tsx'
import { DetailPanel } from '#site/admin/detail/DetailPanel.tsx'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { Comparison as HitComparison } from '#site/admin/screening/Comparison.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { Comparison } from './Comparison.tsx'
import { type Decision, DecisionDialog } from './DecisionDialog.tsx'
import { DisputedAddress } from './DisputedAddress.tsx'
import { ListChanges } from './ListChanges.tsx'
import { approvalDetail } from './list.ts'
import { Payments, Revaluation } from './Payments.tsx'
import { Holdings, People } from './People.tsx'
import { Price } from './Price.tsx'
import { UnverifiedDepositor } from './UnverifiedDepositor.tsx'
import { describeTimeLeft, nameOfAction, nameSubjects, stateNames, stateTones } from './words.ts'

const topics = ['approvals'] as const

interface ApprovalDetailProps {
  id: string
  back: string
  showSuccess: (message: string) => void
  warn: (message: string) => void
}

const done: Partial<Record<Approval['state'], string>> = {
  approved: 'Approved. The change is made.',
  refused: 'Refused. Nothing was changed.',
  withdrawn: 'Withdrawn. Nothing was changed.',
}

/** A proposal: who wants what, and why, each row before and after, and the decision. */
export function ApprovalDetail({ id, back, showSuccess, warn }: ApprovalDetailProps) {
  const opened = useDetail(approvalDetail, id)
  useLiveRefetch(topics, approvalDetail.refresh)
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <DetailPanel
        opened={opened}
        back={back}
        title={titleOf}
        reference={({ id: number }) => `Proposal ${number}`}
        onRetry={approvalDetail.refresh}
      >
        {(approval) => (
          <>
            <Step approval={approval} onDecide={setDecision} />
            <UnverifiedDepositor of={approval} />
            <ProposalFacts of={approval} />
            {approval.people.length > 0 && (
              <Section title="Investors now">
                <People of={approval.people} />
              </Section>
            )}
            {approval.hit && (
              <Section title="Hit of the screening">
                <p className="text-ink-2">{approval.hit.score} % alike</p>
                <HitComparison of={approval.hit} />
              </Section>
            )}
            {approval.email_dispute && (
              <Section title="Disputed email address">
                <DisputedAddress of={approval.email_dispute} />
              </Section>
            )}
            {approval.holdings.length > 0 && (
              <Section title="Units now and after">
                <Holdings of={approval.holdings} />
              </Section>
            )}
            {approval.price && (
              <Section title="Price per unit">
                <Price of={approval.price} />
              </Section>
            )}
            {approval.revaluation && (
              <Section title="Effect on holdings">
                <Revaluation of={approval.revaluation} />
              </Section>
            )}
            {approval.payments && (
              <Section title="Payments">
                <Payments of={approval.payments} series={seriesOf(approval)} />
              </Section>
            )}
            {approval.cash.length > 0 && !approval.payments && (
              <Section
                title={
                  approval.state === 'waiting' ? 'Cash now and after' : 'Cash before and after, as requested'
                }
              >
                <CashChanges of={approval} />
              </Section>
            )}
            {approval.file && approval.has_file && <File of={approval} onFailure={warn} />}
            <Section title={approval.rows > 1 ? `Changes of ${countOf(approval.rows, 'row')}` : 'Change'}>
              <Comparison of={approval} />
            </Section>
            {approval.list_changes && (
              <Section
                title={
                  approval.state === 'waiting'
                    ? 'Names, compared with the list in force'
                    : 'Names, compared with the list then in force'
                }
              >
                <ListChanges of={approval.list_changes} />
              </Section>
            )}
          </>
        )}
      </DetailPanel>
      <DecisionDialog
        of={decision}
        onClose={() => setDecision(undefined)}
        onDone={({ state }) => showSuccess(done[state] ?? '')}
      />
    </>
  )
}

/** The code of the series that a proposal concerns, as addresses of the panel have it. */
const seriesOf = ({ concerns }: Proposal): string =>
  concerns.find((one) => one.startsWith('series:'))?.replace(/^series:\$?/, '') ?? ''

const titleOf = (proposal: Proposal): string =>
  [nameOfAction(proposal.action), nameSubjects(proposal)].filter(Boolean).join(': ')

/** What the reader can do about it, or why nothing. */
function Step({ approval, onDecide }: { approval: Proposal; onDecide: (decision: Decision) => void }) {
  const { can_decide, is_own, state, expires_at } = approval
  if (state !== 'waiting') return null
  return (
    <div className="grid gap-3 border-line border-b pb-5">
      <p className="text-ink-2">
        {is_own
          ? 'You proposed this. Another administrator has to decide it.'
          : can_decide
            ? 'Compare it with what it is based on before you approve.'
            : 'Your role may not make this change, so you cannot decide about it.'}{' '}
        It expires in {describeTimeLeft(expires_at)}.
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
              Refuse
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

function ProposalFacts({ of }: { of: Proposal }) {
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
  } = of
  return (
    <Facts
      of={[
        [
          'State',
          <Badge key="state" tone={stateTones[state]}>
            {stateNames[state]}
          </Badge>,
        ],
        ['Proposed', <Said key="proposed" by={proposed_by.username} at={proposed_at} />],
        [
          'Reason',
          <span key="reason" className="whitespace-pre-wrap">
            {reason}
          </span>,
        ],
        ['Sum of a day', sum_of_day ? <SumOfDay key="sum" sum={sum_of_day} by={proposed_by.username} /> : ''],
        ['Expires', state === 'waiting' ? <Moment key="expires" instant={expires_at} /> : ''],
        [
          state === 'stale' ? 'Found out of date' : 'Decided',
          decided_at ? <Said key="decided" by={decided_by?.username ?? 'the server'} at={decided_at} /> : '',
        ],
        [
          state === 'stale' ? 'Why' : 'Remark',
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

/** Why a proposal waits that would not by itself. */
function SumOfDay({ sum, by }: { sum: string; by: string }) {
  return (
    <>
      <span className="num">{formatMoney(sum)}</span>
      <span className="block text-[0.875rem] text-ink-2 wrap-anywhere">
        What {by} recorded alone within 24 hours, for this investor or as withdrawals and fees of all
        investors, including this. On its own, this would not need approval.
      </span>
    </>
  )
}

function Said({ by, at }: { by: string; at: string }) {
  return (
    <>
      <span className="mr-2 font-medium wrap-anywhere">{by}</span>
      <Moment instant={at} />
    </>
  )
}

/** The file that is part of the proposal, to be read before it is approved. */
function File({ of, onFailure }: { of: Proposal; onFailure: (message: string) => void }) {
  const [isLoading, setLoading] = useState(false)
  const { file, id } = of
  if (!file) return null
  const download = async () => {
    setLoading(true)
    try {
      await downloadAdminFile(approvals.file, { params: { id } }, { name: file.name })
    } catch (error) {
      onFailure(explainRejection(error, 'The file could not be downloaded.'))
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
