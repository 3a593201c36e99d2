import { useState } from 'react'
import { Link } from 'react-router'
import type { Deposit } from '#contract/portfolio/portfolio'
import { formatCount, formatMoney } from '#core/format/format'
import { getSubscriptionPath } from '#core/format/series-paths'
import { getNewTicketUrl } from '#site/investor/kit/new-ticket-url.ts'
import { ShowAllButton } from '#site/investor/kit/ShowAllButton.tsx'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Button, LinkButton } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { ReferenceNumber } from '#ui/ReferenceNumber'
import { Skeleton } from '#ui/Skeleton'

interface DepositsProps {
  deposits: readonly Deposit[]
  /** The number of all deposits; the list contains only the newest. */
  total: number
  /** Symbol of the requested token. */
  pending: string | undefined
  /** Whether a request was approved: then there is an investment, with or without a deposit. */
  hasApproved: boolean
  onPick: () => void
}

const title = 'Your deposits'

/** Number of deposits listed until all are requested. */
const SHOWN = 6

/** The deposits, newest first, or the next step if there are none. */
export function Deposits({ deposits, total, pending, hasApproved, onPick }: DepositsProps) {
  const [isWhole, setWhole] = useState(false)
  if (deposits.length === 0) {
    return (
      <Panel title={title}>
        {pending ? (
          <EmptyState title="Ready to invest">
            <p>You have requested {pending}. Deposits appear here once they are booked.</p>
          </EmptyState>
        ) : (
          <EmptyState title={hasApproved ? 'No deposits yet' : 'No investments yet'}>
            <p>
              {hasApproved
                ? 'Your approved requests are listed above. The investment team will send you payment instructions; deposits appear here once they are booked.'
                : 'Not ready to commit an amount? Choose a token to submit an investment request, and the investment team will contact you. A request is not a commitment and nothing is charged.'}
            </p>
            <p className="mt-5 flex flex-wrap justify-center gap-3">
              {hasApproved && (
                <LinkButton look="quiet" href={getNewTicketUrl('Payment instructions')}>
                  Contact the investment team
                </LinkButton>
              )}
              <Button look={hasApproved ? 'quiet' : 'primary'} onClick={onPick} aria-haspopup="dialog">
                {hasApproved ? 'Choose a token' : 'Start Investing'}
              </Button>
            </p>
          </EmptyState>
        )}
      </Panel>
    )
  }
  const shown = isWhole ? deposits : deposits.slice(0, SHOWN)
  return (
    <Panel
      title={title}
      note="Newest first. Only confirmed deposits are included in totals."
      aside={
        !pending && (
          <Button small onClick={onPick} aria-haspopup="dialog">
            Choose a token
          </Button>
        )
      }
    >
      <ul>
        {shown.map((deposit) => (
          <Row key={deposit.id} deposit={deposit} />
        ))}
      </ul>
      {shown.length < deposits.length && deposits.length === total && (
        <ShowAllButton part={`${shown.length} of ${total} deposits`} onShow={() => setWhole(true)}>
          {`Show all ${total} deposits`}
        </ShowAllButton>
      )}
      {total > deposits.length && (
        <p className="border-line border-t px-[22px] py-3 text-[0.875rem] text-ink-2 max-sm:px-4">
          The newest {shown.length} of {formatCount(total)}.{' '}
          <Link
            className="text-accent-text underline underline-offset-4"
            to="/access/transactions?type=deposit"
          >
            View all deposits
          </Link>
        </p>
      )}
    </Panel>
  )
}

const row = 'border-line border-t px-[22px] py-2.5 first:border-t-0 max-sm:px-4'
/** Side by side, or stacked if the text is large. */
const line = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5'

const tones: Record<string, BadgeTone> = { confirmed: 'gain', pending: 'warn', failed: 'loss' }

function Row({ deposit: { id, amount, status, created_at, paid_for } }: { deposit: Deposit }) {
  return (
    <li className={row}>
      <div className={line}>
        <p className="font-medium">Investment #{id}</p>
        <p className="num text-[0.9375rem]">{formatMoney(amount)}</p>
      </div>
      <div className={line}>
        <p className="min-w-0 flex-1 basis-[9rem] text-[0.875rem] text-ink-3">
          <DayDate instant={created_at} />
          {paid_for && (
            <>
              {' '}
              · paid for <span className="num wrap-anywhere">{paid_for.symbol}</span>,{' '}
              <Link
                className="num text-accent-text underline decoration-1 underline-offset-2"
                to={getSubscriptionPath(paid_for.subscription_id)}
              >
                <ReferenceNumber reference={paid_for.reference} />
              </Link>
            </>
          )}
        </p>
        <Badge tone={tones[status] ?? 'neutral'}>
          <span className="capitalize">{status}</span>
        </Badge>
      </div>
    </li>
  )
}

/** Number of rows drawn while the list is loading. */
const PLACES = ['a', 'b', 'c', 'd', 'e']

/** A placeholder for the list while it loads. */
export function DepositsLoading() {
  return (
    <Panel title={title} note={<span role="status">Loading your dashboard...</span>}>
      <ul>
        {PLACES.map((place) => (
          <li key={place} className={row}>
            <div className={line}>
              <Skeleton className="my-1 h-4 w-36 max-w-full" />
              <Skeleton className="h-4 w-24" />
            </div>
            <div className={line}>
              <Skeleton className="my-1 h-3.5 w-20" />
              <Skeleton className="h-6 w-20" />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
