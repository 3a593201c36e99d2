import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { DATA_SETTINGS_PATH } from '#contract/people/account-export'
import { formatCalendarDate } from '#core/format/format'
import { getData } from '#core/query/remote'
import { $closure } from './data/account-data.ts'

/** Shown on all pages: the account is being closed, or why it cannot be, with a link to cancel. */
export function AccountClosureBanner() {
  const closure = getData(useStore($closure))?.closure
  if (!closure) return null
  const { closes_at, obstacle } = closure
  return (
    <section aria-label="Account closure" className="border-line border-b bg-sunken">
      <div className="wrap flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.875rem] leading-snug">
        <p className="min-w-0 text-ink-2 wrap-anywhere">
          {obstacle ? (
            <>Account closure is on hold: your account has {obstacle}.</>
          ) : (
            <>
              Your account will be closed on{' '}
              <strong className="font-medium text-ink">{formatCalendarDate(closes_at)}</strong>.
            </>
          )}
        </p>
        <Link
          to={DATA_SETTINGS_PATH}
          className="inline-flex min-h-6 items-center text-accent-text underline decoration-1 underline-offset-4"
        >
          {obstacle ? 'See next steps' : 'Keep my account'}
        </Link>
      </div>
    </section>
  )
}
