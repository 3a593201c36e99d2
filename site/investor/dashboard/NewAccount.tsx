import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { NOTHING_PENDING, type PortfolioResponse } from '#contract/portfolio'
import { formatCalendarDate } from '#core/format/format'
import { $portfolio } from '#core/query/portfolio'
import { dataOf } from '#core/query/remote'
import { investorSession } from '#core/session/session'

/** Whether an account is unused since it was opened. */
const isNew = ({ portfolio, deposits_total, recentActivity }: PortfolioResponse): boolean =>
  deposits_total === 0 &&
  recentActivity.length === 0 &&
  portfolio.activeInvestments === 0 &&
  portfolio.pendingInvestments === NOTHING_PENDING &&
  Number(portfolio.totalValue) === 0

/** Under the greeting of an unused account: its opening date, and the first step. */
export function NewAccount() {
  const session = useStore(investorSession.$session)
  const response = dataOf(useStore($portfolio))
  if (!session || !response || !isNew(response)) return null
  const openedAt = session.user.created_at
  return (
    <p className="mt-4 max-w-[72ch] text-ink-2" data-part="new-account">
      Your account {openedAt ? `was opened on ${formatCalendarDate(openedAt)}` : 'is open'}; nothing is booked
      in it yet. To begin,{' '}
      <Link className="text-accent-text underline underline-offset-4" to="?tab=investments">
        choose a token
      </Link>{' '}
      and the investment team answers your request.
    </p>
  )
}
