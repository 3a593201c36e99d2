import { Link } from 'react-router'
import type { Subscription } from '#contract/holdings/subscriptions'
import { getSubscriptionPath } from '#core/format/series-paths'
import { investorSubscriptionStatusLabels } from '#site/investor/holdings/subscriptions/subscription-statuses.ts'
import { ReferenceNumber } from '#ui/ReferenceNumber'

/** The open subscriptions of a series beside its holding. */
export function OpenSubscriptions({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  if (subscriptions.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-3">
      {subscriptions.map(({ id, reference, state }) => (
        <li key={id} className="text-[0.8125rem]">
          <Link
            className="relative z-1 inline-block min-h-6 leading-6 text-accent-text underline decoration-1 underline-offset-2"
            to={getSubscriptionPath(id)}
          >
            <ReferenceNumber reference={reference} /> {investorSubscriptionStatusLabels[state].toLowerCase()}
          </Link>
        </li>
      ))}
    </ul>
  )
}
