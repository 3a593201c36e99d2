import { Link } from 'react-router'
import type { HoldingsResponse } from '#contract/holdings'
import type { Subscription } from '#contract/subscriptions'
import { formatMoney } from '#core/format/format'
import { subscribePath } from '#core/format/series-paths'
import { isOpen } from '#site/investor/subscriptions/states.ts'
import { Opens } from './Opens.tsx'

/** Approved series that are offered by name; the index lists all. */
const MAX_OFFERED = 3

interface HoldingsEmptyProps {
  response: HoldingsResponse
  subscriptions: readonly Subscription[]
  approved: readonly string[]
}

/** No units yet: what leads to the first ones. */
export function HoldingsEmpty({ response: { cash }, subscriptions, approved }: HoldingsEmptyProps) {
  const hasOpen = subscriptions.some(isOpen)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-[22px] py-5 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">You hold no units yet</p>
        <p className="mt-1 max-w-[60ch] text-[0.9375rem] text-ink-2">
          {hasOpen
            ? 'Your subscriptions are listed below. Units appear here once they are allotted.'
            : approved.length > 0
              ? 'Your request is approved. Subscribe with an amount; units appear here once they are allotted.'
              : 'Read the sheet of a series first: the ground, the valuation, the terms and the risks. Units appear here once they are allotted.'}
          {Number(cash) > 0 && (
            <>
              {' '}
              Your cash is{' '}
              <Opens of="cash" known={cash}>
                {formatMoney(cash)}
              </Opens>
              .
            </>
          )}
        </p>
      </div>
      <p className="flex flex-wrap gap-3">
        {approved.slice(0, MAX_OFFERED).map((symbol) => (
          <Link key={symbol} className="button button-quiet button-small" to={subscribePath(symbol)}>
            Add an amount to {symbol}
          </Link>
        ))}
        <a className="button button-quiet button-small" href="/tokens">
          See all series
        </a>
      </p>
    </div>
  )
}
