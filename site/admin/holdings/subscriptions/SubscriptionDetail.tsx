import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { AdminSubscription, SubscriptionReview } from '#contract/holdings/admin-subscriptions'
import { formatMoney } from '#core/format/format'
import { subscriptionStatusLabels } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { toSentenceCase } from '#shared/case-format'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { DetailPanel } from '#site/admin/kit/detail/DetailPanel.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { InvestorLink } from '#site/admin/kit/InvestorLink.tsx'
import { InvestorStatus } from '#site/admin/kit/InvestorStatus.tsx'
import { refreshStats } from '#site/admin/kit/layout/stats-store.ts'
import { getSeriesLocation } from '#site/admin/kit/series-location.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { RequirePermission, usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { type Decision, DecisionDialog } from './DecisionDialog.tsx'
import { PriceComparison } from './PriceComparison.tsx'
import { SubscriptionTimeline } from './SubscriptionTimeline.tsx'
import {
  nextActionByStatus,
  subscriptionActionTexts,
  subscriptionStatusTones,
} from './subscription-actions.ts'
import { refreshSubscriptions, subscriptionDetail } from './subscription-list.ts'

const topics = ['subscriptions', 'series', 'register', 'transactions', 'users'] as const

interface SubscriptionDetailProps {
  id: string
  backUrl: string
  showSuccess: (message: string) => void
  warn: (message: string) => void
}

/** A subscription: its next step, details, timeline and the documents acknowledged for it. */
export function SubscriptionDetail({ id, backUrl, showSuccess, warn }: SubscriptionDetailProps) {
  const opened = useDetail(subscriptionDetail, id)
  useRefetchOnEvents(topics, subscriptionDetail.refresh)
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <DetailPanel
        opened={opened}
        backUrl={backUrl}
        title={({ subscription: { amount, symbol } }) => `${formatMoney(amount)} of ${symbol}`}
        reference={({ subscription }) => subscription.reference}
        onRetry={subscriptionDetail.refresh}
      >
        {(file) => (
          <>
            <NextStep file={file} onDecide={setDecision} />
            <SubscriptionFacts subscription={file.subscription} />
            <PriceComparison review={file} />
            <Section title="Timeline">
              <SubscriptionTimeline steps={file.subscription.timeline} />
            </Section>
            <Section title="Acknowledged documents">
              <Acknowledged acknowledged={file.acknowledged} />
            </Section>
          </>
        )}
      </DetailPanel>
      <DecisionDialog
        decision={decision}
        onClose={() => setDecision(undefined)}
        onDone={async ({ reference, payment }, { action }) => {
          await Promise.all([refreshSubscriptions(), refreshStats()])
          const said = `${reference} ${subscriptionActionTexts[action].done}`
          if (action === 'approve' && payment && payment.account.trim() === '') {
            warn(
              `${said} No payment account is set: the investor has no payment instructions and the payment period is running.`,
            )
          } else showSuccess(said)
        }}
      />
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-3 text-[0.9375rem] font-medium">{title}</h3>
      {children}
    </section>
  )
}

/** The available actions, or a note that only the investor can act. */
function NextStep({ file, onDecide }: { file: SubscriptionReview; onDecide: (decision: Decision) => void }) {
  const { state } = file.subscription
  const mayDecide = usePermissions()('money')
  const action = nextActionByStatus[state]
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-paper p-4">
      <p className="mr-auto flex items-center gap-3">
        <Badge tone={subscriptionStatusTones[state]}>{subscriptionStatusLabels[state]}</Badge>
        {!action && <span className="text-[0.875rem] text-ink-2">No further action</span>}
        {action && !mayDecide && <span className="text-[0.875rem] text-ink-2">Next step: operator</span>}
      </p>
      {action && mayDecide && (
        <div className="flex flex-wrap gap-3">
          <Button
            look="quiet"
            small
            aria-haspopup="dialog"
            onClick={() => onDecide({ action: 'reject', file })}
          >
            {subscriptionActionTexts.reject.label}
          </Button>
          <Button small aria-haspopup="dialog" onClick={() => onDecide({ action, file })}>
            {subscriptionActionTexts[action].label}
          </Button>
        </div>
      )}
    </div>
  )
}

function SubscriptionFacts({ subscription: row }: { subscription: AdminSubscription }) {
  const { payment, transaction_id, user_id, user_email } = row
  return (
    <DescriptionList
      items={[
        [
          'Investor',
          <span key="investor">
            <InvestorLink id={user_id} name={row.user_name} email={user_email} />
            <span className="mt-1.5 flex flex-wrap gap-2">
              {row.is_active && <Badge tone="gain">Active</Badge>}
              {row.is_verified && <Badge tone="gain">Verified</Badge>}
              <InvestorStatus investor={row} />
            </span>
          </span>,
        ],
        [
          'Series',
          <Link key="series" className="num text-[0.875rem]" to={{ search: getSeriesLocation(row.symbol) }}>
            {row.symbol}
          </Link>,
        ],
        [
          'Units',
          <span key="units" className="num text-[0.875rem]">
            {formatUnits(row.units)} at {formatMoney(row.unit_price)}
          </span>,
        ],
        [
          'Amount due',
          payment ? (
            <span key="due">
              <span className="num text-[0.875rem]">{formatMoney(payment.amount)}</span> by{' '}
              <AdminDateTime instant={payment.due_at} />
              {payment.account === '' && (
                <span className="mt-1 block text-[0.875rem] text-warn">
                  No payment account is set.{' '}
                  <RequirePermission permission="administer">
                    <Link to={{ search: '?d=settings' }}>Set it in Site settings</Link>
                  </RequirePermission>
                </span>
              )}
            </span>
          ) : (
            ''
          ),
        ],
        [
          'Paid by',
          transaction_id === null ? (
            ''
          ) : (
            <Link key="paid" to={{ search: `?d=transactions&user=${user_id}&type=deposit` }}>
              Deposit {transaction_id}
            </Link>
          ),
        ],
      ]}
    />
  )
}

function Acknowledged({ acknowledged: documents }: { acknowledged: SubscriptionReview['acknowledged'] }) {
  if (documents.length === 0)
    return <p className="text-[0.9375rem] text-ink-2">No acknowledgments were required.</p>
  return (
    <ul className="grid gap-2.5 text-[0.9375rem]">
      {documents.map(({ version_id, kind, title, version, sha256, url, at }) => (
        <li key={version_id} className="min-w-0">
          <a className="wrap-anywhere" href={url} target="_blank" rel="noopener">
            {title}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          <span className="block text-[0.875rem] text-ink-2">
            {toSentenceCase(kind)}, version {version}, <AdminDateTime instant={at} />
          </span>
          <span className="num block text-[0.75rem] text-ink-3 wrap-anywhere">SHA-256 {sha256}</span>
        </li>
      ))}
    </ul>
  )
}
