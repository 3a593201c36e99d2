import { useState } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '#contract/holdings/subscriptions'
import { formatMoney } from '#core/format/format'
import { getSubscriptionPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { ShowAllButton } from '#site/investor/kit/ShowAllButton.tsx'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'
import { ReferenceNumber } from '#ui/ReferenceNumber'
import {
  getListNote,
  investorSubscriptionStatusLabels,
  investorSubscriptionStatusTones,
  isOpen,
  sortOpenFirst,
} from './subscription-statuses.ts'

/** Number of subscriptions listed if none is open, until all are requested. */
const SHOWN_CLOSED = 1

/** The investor's subscriptions: the open ones, or the last one, until all are requested; empty if there are none. */
export function SubscriptionList({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const [isWhole, setWhole] = useState(false)
  if (subscriptions.length === 0) return null
  const sorted = sortOpenFirst(subscriptions)
  const shown = isWhole ? sorted : sorted.slice(0, sorted.filter(isOpen).length || SHOWN_CLOSED)
  return (
    <Panel title="Subscriptions" note="Open subscriptions first.">
      <ul>
        {shown.map((subscription) => (
          <Row key={subscription.id} subscription={subscription} />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <ShowAllButton
          part={`${shown.length} of ${sorted.length} subscriptions`}
          onShow={() => setWhole(true)}
        >
          {`Show all ${sorted.length} subscriptions`}
        </ShowAllButton>
      )}
    </Panel>
  )
}

function Row({ subscription }: { subscription: Subscription }) {
  const { id, reference, symbol, amount, units, state, created_at } = subscription
  const note = getListNote(subscription)
  return (
    <li className="relative flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-line border-t px-[22px] py-2.5 first:border-t-0 hover:bg-sunken max-sm:px-4">
      <div className="min-w-0 flex-1 basis-[9rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <Link
            className="num font-medium no-underline after:absolute after:inset-0"
            to={getSubscriptionPath(id)}
          >
            <ReferenceNumber reference={reference} />
          </Link>
          <span className="num text-ink-2 wrap-anywhere">{symbol}</span>
          <IllustrativeBadge series={subscription} />
        </p>
        <p className="text-[0.875rem] text-ink-3 wrap-anywhere">
          {formatUnits(units)} units, submitted <DayDate instant={created_at} />
          {note && ` · ${note}`}
        </p>
      </div>
      <div className="ml-auto grid justify-items-end gap-y-0.5">
        <p className="num text-[0.9375rem]">{formatMoney(amount)}</p>
        <Badge tone={investorSubscriptionStatusTones[state]}>{investorSubscriptionStatusLabels[state]}</Badge>
      </div>
    </li>
  )
}
