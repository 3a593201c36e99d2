import { useState } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '#contract/subscriptions'
import { formatMoney } from '#core/format/format'
import { subscriptionPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { SiteDate } from '#site/investor/SiteDate.tsx'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'
import { Reference } from '#ui/Reference'
import { isOpen, noteOf, openFirst, stateNames, stateTones } from './states.ts'

/** Subscriptions that are listed besides the open ones, until all are asked for. */
const SHOWN_CLOSED = 3

/** The investor's subscriptions, open ones first; empty without any. */
export function SubscriptionList({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const [isWhole, setWhole] = useState(false)
  if (subscriptions.length === 0) return null
  const sorted = openFirst(subscriptions)
  const shown = isWhole ? sorted : sorted.slice(0, sorted.filter(isOpen).length + SHOWN_CLOSED)
  return (
    <Panel title="Subscriptions" note="Requests with an amount, open ones first.">
      <ul>
        {shown.map((subscription) => (
          <Row key={subscription.id} subscription={subscription} />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <button
          type="button"
          className="cursor-pointer border-line border-t px-[22px] py-3 text-left text-[0.875rem] text-accent-text underline decoration-1 underline-offset-4 max-sm:px-4"
          onClick={() => setWhole(true)}
        >
          Show all {sorted.length} subscriptions
        </button>
      )}
    </Panel>
  )
}

function Row({ subscription }: { subscription: Subscription }) {
  const { id, reference, symbol, amount, units, state, created_at } = subscription
  const note = noteOf(subscription)
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-1 border-line border-t px-[22px] py-4 first:border-t-0 hover:bg-sunken max-sm:px-4 sm:grid-cols-[minmax(0,1fr)_10rem_7rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <Link
            className="num font-medium no-underline after:absolute after:inset-0"
            to={subscriptionPath(id)}
          >
            <Reference of={reference} />
          </Link>
          <span className="num text-ink-2 wrap-anywhere">{symbol}</span>
          <IllustrativeMark of={subscription} />
        </p>
        <p className="text-[0.875rem] text-ink-3 wrap-anywhere">
          submitted <SiteDate instant={created_at} />
          {note && ` · ${note}`}
        </p>
      </div>
      <div className="num text-right text-[0.9375rem]">
        <p>{formatMoney(amount)}</p>
        <p className="text-[0.75rem] text-ink-3">{formatUnits(units)} units</p>
      </div>
      <p className="col-span-2 flex sm:col-span-1 sm:justify-end">
        <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
      </p>
    </li>
  )
}
