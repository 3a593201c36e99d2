import { Link } from 'react-router'
import type { HoldingsResponse } from '#contract/holdings/holdings'
import type { Subscription } from '#contract/holdings/subscriptions'
import { formatMoney } from '#core/format/format'
import { getSubscribePath } from '#core/format/series-paths'
import { isOpen } from '#site/investor/holdings/subscriptions/subscription-statuses.ts'
import { NestedFigureDetails } from './NestedFigureDetails.tsx'

/** Number of approved series listed by name; the index lists all. */
const MAX_OFFERED = 3

interface HoldingsEmptyProps {
  response: HoldingsResponse
  subscriptions: readonly Subscription[]
  approved: readonly string[]
}

/** No units: links to acquire the first ones, or others. */
export function NoHoldings({ response: { cash }, subscriptions, approved }: HoldingsEmptyProps) {
  const hasOpen = subscriptions.some(isOpen)
  const hasHeld = subscriptions.some(({ state }) => state === 'allotted')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-[22px] py-5 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">{hasHeld ? 'You hold no units' : 'You hold no units yet'}</p>
        <p className="mt-1 max-w-[60ch] text-[0.9375rem] text-ink-2">
          {hasOpen
            ? 'Your subscriptions are listed below. Units appear here once they are allotted.'
            : hasHeld
              ? 'All your units were redeemed or transferred. Your transactions and statements show the movements.'
              : approved.length > 0
                ? 'Your request is approved. Subscribe to reserve units; they appear here once allotted.'
                : 'Start with the series details: geology, valuation, terms and risks. Units appear here once they are allotted.'}
          {Number(cash) > 0 && (
            <>
              {' '}
              Cash balance:{' '}
              <NestedFigureDetails figure="cash" known={cash}>
                {formatMoney(cash)}
              </NestedFigureDetails>
              .
            </>
          )}
        </p>
      </div>
      <p className="flex flex-wrap gap-3">
        {approved.slice(0, MAX_OFFERED).map((symbol) => (
          <Link key={symbol} className="button button-quiet button-small" to={getSubscribePath(symbol)}>
            Subscribe to {symbol}
          </Link>
        ))}
        <a className="button button-quiet button-small" href="/tokens">
          View all series
        </a>
      </p>
    </div>
  )
}
