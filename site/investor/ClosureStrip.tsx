import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { DATA_PAGE } from '#contract/account-data'
import { formatCalendarDate } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { $closure } from './settings/data/account-data.ts'

/** Says on all pages that the account is being closed, or why not, and leads to where that is cancelled. */
export function ClosureStrip() {
  const closure = dataOf(useStore($closure))?.closure
  if (!closure) return null
  const { closes_at, obstacle } = closure
  return (
    <section aria-label="Closing of your account" className="border-line border-b bg-sunken">
      <div className="wrap flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.875rem] leading-snug">
        <p className="min-w-0 text-ink-2 wrap-anywhere">
          {obstacle ? (
            <>The closing of your account was stopped: it has {obstacle}.</>
          ) : (
            <>
              Your account will be closed on{' '}
              <strong className="font-medium text-ink">{formatCalendarDate(closes_at)}</strong>.
            </>
          )}
        </p>
        <Link
          to={DATA_PAGE}
          className="inline-flex min-h-6 items-center text-accent-text underline decoration-1 underline-offset-4"
        >
          {obstacle ? 'See what to do' : 'Keep it'}
        </Link>
      </div>
    </section>
  )
}
