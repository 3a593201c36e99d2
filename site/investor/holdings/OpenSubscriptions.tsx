import { Link } from 'react-router'
import type { Subscription } from '#contract/subscriptions'
import { subscriptionPath } from '#core/format/series-paths'
import { stateNames } from '#site/investor/subscriptions/states.ts'
import { Reference } from '#ui/Reference'

/** The open subscriptions of a series beside its holding. */
export function OpenSubscriptions({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  if (subscriptions.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-3">
      {subscriptions.map(({ id, reference, state }) => (
        <li key={id} className="text-[0.8125rem]">
          <Link
            className="relative z-1 inline-block min-h-6 leading-6 text-accent-text underline decoration-1 underline-offset-2"
            to={subscriptionPath(id)}
          >
            <Reference of={reference} /> {stateNames[state].toLowerCase()}
          </Link>
        </li>
      ))}
    </ul>
  )
}
