import { useStore } from '@nanostores/react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  adminVerifications,
  type VerificationDecision,
  type VerificationReview,
} from '#contract/compliance/admin-verifications'
import { callAdminApi } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { formatCalendarDate } from '#core/format/format'
import { $may } from '#core/session/admin-session'
import { canReview, type VerificationStatus } from '#shared/enums/verifications'
import { DetailPanel } from '#site/admin/kit/detail/DetailPanel.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { type Decision, DecisionDialog } from './DecisionDialog.tsx'
import { EvidencePane } from './EvidencePane.tsx'
import { ItemReview } from './ItemReview.tsx'
import { ReviewChecklist } from './ReviewChecklist.tsx'
import { ScreeningMatches } from './ScreeningMatches.tsx'
import { VerificationHistory } from './VerificationHistory.tsx'
import {
  refreshVerifications,
  verificationDetail,
  verificationStatusLabels,
  verificationStatusTones,
} from './verification-list.ts'

/** The day after a date, as `2026-03-02`. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** States in which the investor must act. */
const WITH_INVESTOR: readonly VerificationStatus[] = ['not_started', 'in_progress', 'needs_more', 'expired']

const topics = ['verifications', 'users', 'screening'] as const

interface VerificationDetailProps {
  id: string
  backUrl: string
  showSuccess: (message: string) => void
  warn: (message: string) => void
}

/** One verification: the answers beside the file, a decision for each item, and one for all. */
export function VerificationDetail({ id, backUrl, showSuccess, warn }: VerificationDetailProps) {
  const opened = useDetail(verificationDetail, id)
  useRefetchOnEvents(topics, verificationDetail.refresh)
  const [decision, setDecision] = useState<Decision>()
  const [fileId, setFileId] = useState<number>()
  const [running, setRunning] = useState('')

  // Quick decisions follow one another; each is based on the previous one, as long as no one else has changed anything.
  const previous = useRef<Promise<VerificationReview | undefined>>(Promise.resolve(undefined))

  const act = async (
    of: VerificationReview,
    body: Omit<VerificationDecision, 'updated_at'>,
    name: string,
  ) => {
    setRunning(name)
    const decided = previous.current.then(async (before) => {
      const isSame = before?.user_id === of.user_id
      const updated_at = isSame ? [before.updated_at, of.updated_at].toSorted().at(-1) : of.updated_at
      const params = { user_id: of.user_id }
      return (await callAdminApi(adminVerifications.decide, { params, body: { ...body, updated_at } }))
        .verification
    })
    previous.current = decided.catch(() => undefined)
    try {
      await decided
    } catch (error) {
      warn(getServerErrorMessage(error, 'Failed to save. Please try again.'))
    } finally {
      await refreshVerifications()
      setRunning('')
    }
  }

  return (
    <>
      <DetailPanel
        opened={opened}
        backUrl={backUrl}
        title={({ name }) => name}
        reference={({ user_id }) => `Investor ${user_id}`}
        onRetry={verificationDetail.refresh}
      >
        {(verification) => (
          <>
            <Summary
              review={verification}
              running={running}
              onAssign={(assigned_to) =>
                void act(
                  verification,
                  { action: 'assign', ...(assigned_to === null && { assigned_to }) },
                  'assign',
                )
              }
              onDecide={(action) => setDecision({ action, verification })}
            />
            <ScreeningMatches
              matches={verification.matches}
              openHits={verification.open_hits}
              openNames={verification.open_hit_names}
              userId={verification.user_id}
            />
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
              <div className="grid min-w-0 grid-cols-1 gap-4">
                {verification.items.map((item) => (
                  <ItemReview
                    key={item.id}
                    item={item}
                    review={verification}
                    shown={fileId}
                    running={running}
                    onShow={setFileId}
                    onAccept={() => void act(verification, { action: 'accept_item', item: item.id }, item.id)}
                    onAsk={() => setDecision({ action: 'ask_again', verification, item })}
                  />
                ))}
              </div>
              <EvidencePane review={verification} shown={fileId} />
            </div>
            <div className="grid grid-cols-1 items-start gap-6 border-line border-t pt-6 lg:grid-cols-2">
              <ReviewChecklist
                review={verification}
                running={running}
                onTick={(check, is_done) =>
                  void act(verification, { action: 'check', check, is_done }, check)
                }
              />
              <VerificationHistory review={verification} />
            </div>
          </>
        )}
      </DetailPanel>
      <DecisionDialog decision={decision} onClose={() => setDecision(undefined)} showSuccess={showSuccess} />
    </>
  )
}

/** Why no one can verify now; empty if verification is possible. */
function whyNot({ items }: VerificationReview): string {
  const open = items.filter(({ state }) => state !== 'accepted')
  return open.length === 0 ? '' : `Not yet accepted: ${open.map(({ label }) => label).join(', ')}`
}

interface SummaryProps {
  review: VerificationReview
  running: string
  onAssign: (assignedTo: null | undefined) => void
  onDecide: (action: Decision['action']) => void
}

function Summary({ review, running, onAssign, onDecide }: SummaryProps) {
  const may = useStore($may)('verify')
  const { state, by_hand, hand_reason, reason, risk, risk_grounds, assigned_to, verified_until } = review
  const isReviewed = canReview(state)
  const obstacle = whyNot(review)
  return (
    <section aria-label="Decision" className="grid gap-3 rounded border border-line bg-paper p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="mr-auto flex flex-wrap items-center gap-2">
          <Badge tone={verificationStatusTones[state]}>{verificationStatusLabels[state]}</Badge>
          {by_hand && <Badge tone="warn">Manual</Badge>}
          <span className="text-[0.875rem] text-ink-2">
            {verified_until &&
              (state === 'verified'
                ? `until ${formatCalendarDate(verified_until)} · `
                : `on ${formatCalendarDate(dayAfter(verified_until))} · `)}
            {assigned_to ? `assigned to ${assigned_to.username}` : 'unassigned'} ·{' '}
            {risk ? `${risk} risk` : 'no risk rating'}
          </span>
        </p>
        {may && (
          <div className="flex flex-wrap gap-2.5">
            <Button
              look="quiet"
              small
              busy={running === 'assign' && 'Assigning...'}
              onClick={() => onAssign(assigned_to ? null : undefined)}
            >
              {assigned_to ? 'Unassign' : 'Assign to me'}
            </Button>
            <Button look="quiet" small aria-haspopup="dialog" onClick={() => onDecide('rate')}>
              Set risk rating
            </Button>
            {isReviewed && (
              <>
                <Button look="quiet" small aria-haspopup="dialog" onClick={() => onDecide('refuse')}>
                  Reject
                </Button>
                <Button
                  small
                  aria-haspopup="dialog"
                  disabled={obstacle !== '' || review.open_hits > 0}
                  onClick={() => onDecide('verify')}
                >
                  Verify
                </Button>
              </>
            )}
            {state === 'verified' && (
              <Button look="quiet" small aria-haspopup="dialog" onClick={() => onDecide('expire')}>
                End verification
              </Button>
            )}
          </div>
        )}
      </div>
      {may && isReviewed && obstacle && <Line>{obstacle}</Line>}
      {WITH_INVESTOR.includes(state) && (
        <Line>
          The investor must {state === 'expired' ? 'renew' : 'complete'} and submit the verification. Until
          then, they can only be verified manually on{' '}
          <Link to={{ search: getInvestorLocation(review.user_id) }}>the investor page</Link>.
        </Line>
      )}
      {state === 'refused' && <Line>Reason for rejection: {reason}</Line>}
      {by_hand && (
        <Line>
          {hand_reason
            ? `Reason for manual verification: ${hand_reason}`
            : 'Manually verified; no reason given.'}
        </Line>
      )}
      {risk_grounds && <Line>Rating rationale: {risk_grounds}</Line>}
    </section>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <p className="text-[0.875rem] whitespace-pre-line text-ink-2 wrap-anywhere">{children}</p>
)
