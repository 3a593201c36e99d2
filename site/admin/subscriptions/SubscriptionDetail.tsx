import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { AdminSubscription, SubscriptionFile } from '#contract/admin-subscriptions'
import { formatMoney } from '#core/format/format'
import { subscriptionStateNames } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { sentenceCase } from '#shared/words'
import { DetailPanel } from '#site/admin/detail/DetailPanel.tsx'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { refreshStats } from '#site/admin/layout/stats.ts'
import { seriesLocation } from '#site/admin/series/series-options.ts'
import { May, useMay } from '#site/admin/shared/may.tsx'
import { Person } from '#site/admin/shared/Person.tsx'
import { Standing } from '#site/admin/shared/Standing.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { type Decision, DecisionDialog } from './DecisionDialog.tsx'
import { refreshSubscriptions, subscriptionDetail } from './list.ts'
import { PriceNote } from './PriceNote.tsx'
import { nextAction, stateTones, steps } from './steps.ts'
import { Timeline } from './Timeline.tsx'

const topics = ['subscriptions', 'series', 'register', 'transactions', 'users'] as const

interface SubscriptionDetailProps {
  id: string
  back: string
  showSuccess: (message: string) => void
  warn: (message: string) => void
}

/** A subscription: its next step, its facts, its timeline and the documents that were read for it. */
export function SubscriptionDetail({ id, back, showSuccess, warn }: SubscriptionDetailProps) {
  const opened = useDetail(subscriptionDetail, id)
  useLiveRefetch(topics, subscriptionDetail.refresh)
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <DetailPanel
        opened={opened}
        back={back}
        title={({ subscription: { amount, symbol } }) => `${formatMoney(amount)} of ${symbol}`}
        reference={({ subscription }) => subscription.reference}
        onRetry={subscriptionDetail.refresh}
      >
        {(file) => (
          <>
            <NextStep file={file} onDecide={setDecision} />
            <SubscriptionFacts of={file.subscription} />
            <PriceNote of={file} />
            <Section title="Timeline">
              <Timeline steps={file.subscription.timeline} />
            </Section>
            <Section title="Documents acknowledged">
              <Acknowledged of={file.acknowledged} />
            </Section>
          </>
        )}
      </DetailPanel>
      <DecisionDialog
        of={decision}
        onClose={() => setDecision(undefined)}
        onDone={async ({ reference, payment }, { action }) => {
          await Promise.all([refreshSubscriptions(), refreshStats()])
          const said = `${reference} ${steps[action].done}`
          if (action === 'approve' && payment && payment.account.trim() === '') {
            warn(
              `${said} No account is entered for payments: the investor does not see where to pay, and the time to pay runs.`,
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

/** What the desk can do now. Where only the investor can act, it says so. */
function NextStep({ file, onDecide }: { file: SubscriptionFile; onDecide: (decision: Decision) => void }) {
  const { state } = file.subscription
  const mayDecide = useMay()('money')
  const action = nextAction[state]
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-paper p-4">
      <p className="mr-auto flex items-center gap-3">
        <Badge tone={stateTones[state]}>{subscriptionStateNames[state]}</Badge>
        {!action && <span className="text-[0.875rem] text-ink-2">No further step</span>}
        {action && !mayDecide && (
          <span className="text-[0.875rem] text-ink-2">An operator takes the next step</span>
        )}
      </p>
      {action && mayDecide && (
        <div className="flex flex-wrap gap-3">
          <Button
            look="quiet"
            small
            aria-haspopup="dialog"
            onClick={() => onDecide({ action: 'reject', file })}
          >
            {steps.reject.label}
          </Button>
          <Button small aria-haspopup="dialog" onClick={() => onDecide({ action, file })}>
            {steps[action].label}
          </Button>
        </div>
      )}
    </div>
  )
}

function SubscriptionFacts({ of: row }: { of: AdminSubscription }) {
  const { payment, transaction_id, user_id, user_email } = row
  return (
    <Facts
      of={[
        [
          'Investor',
          <span key="investor">
            <Person id={user_id} name={row.user_name} email={user_email} />
            <span className="mt-1.5 flex flex-wrap gap-2">
              {row.is_active && <Badge tone="gain">Active</Badge>}
              {row.is_verified && <Badge tone="gain">Verified</Badge>}
              <Standing of={row} />
            </span>
          </span>,
        ],
        [
          'Series',
          <Link key="series" className="num text-[0.875rem]" to={{ search: seriesLocation(row.symbol) }}>
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
          'To pay',
          payment ? (
            <span key="due">
              <span className="num text-[0.875rem]">{formatMoney(payment.amount)}</span> by{' '}
              <Moment instant={payment.due_at} />
              {payment.account === '' && (
                <span className="mt-1 block text-[0.875rem] text-warn">
                  No account is entered for payments.{' '}
                  <May permission="administer">
                    <Link to={{ search: '?d=settings' }}>Enter it in the site settings</Link>
                  </May>
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

function Acknowledged({ of: documents }: { of: SubscriptionFile['acknowledged'] }) {
  if (documents.length === 0)
    return <p className="text-[0.9375rem] text-ink-2">No document had to be acknowledged.</p>
  return (
    <ul className="grid gap-2.5 text-[0.9375rem]">
      {documents.map(({ version_id, kind, title, version, sha256, url, at }) => (
        <li key={version_id} className="min-w-0">
          <a className="wrap-anywhere" href={url} target="_blank" rel="noopener">
            {title}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          <span className="block text-[0.875rem] text-ink-2">
            {sentenceCase(kind)}, version {version}, <Moment instant={at} />
          </span>
          <span className="num block text-[0.75rem] text-ink-3 wrap-anywhere">SHA-256 {sha256}</span>
        </li>
      ))}
    </ul>
  )
}
