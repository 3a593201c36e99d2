import type { AdminStats } from '#contract/admin-stats'
import { countOf, formatCount, formatMoney } from '#core/format/format'

interface HeadFigure {
  label: string
  read: (stats: AdminStats) => string
  note: (stats: AdminStats) => string
}

/** The figures at the head of the dashboard. */
export const headFigures: readonly HeadFigure[] = [
  {
    label: 'Investors',
    read: ({ users }) => formatCount(users),
    note: ({ active_users, verified_users }) =>
      `${formatCount(active_users)} active, ${formatCount(verified_users)} verified`,
  },
  {
    label: 'Deposits, 30 days',
    read: ({ deposits_30d }) => formatMoney(deposits_30d),
    note: () => 'Completed deposits only',
  },
  {
    label: 'Investment requests',
    read: ({ pending_requests }) => formatCount(pending_requests),
    note: ({ pending_requests }) =>
      pending_requests > 0 ? 'Waiting to be approved or rejected' : 'None waiting',
  },
  {
    label: 'Support waiting',
    read: ({ open_tickets, waiting_calls, open_chats }) =>
      formatCount(open_tickets + waiting_calls + open_chats),
    note: describeSupport,
  },
]

function describeSupport({ open_tickets, waiting_calls, open_chats }: AdminStats): string {
  return [countOf(open_tickets, 'ticket'), countOf(waiting_calls, 'call'), countOf(open_chats, 'chat')].join(
    ', ',
  )
}

/** The figure on a section's button, where there is one. */
export function sectionFigure(section: string, stats: AdminStats): string | undefined {
  switch (section) {
    case 'users':
      return countOf(stats.users, 'investor')
    case 'transactions':
      return `${formatMoney(stats.deposits_30d)} deposited in 30 days`
    case 'token-pending':
      return countOf(stats.pending_requests, 'request')
    case 'subscriptions':
      return `${formatCount(stats.waiting_subscriptions)} waiting for you`
    case 'tokens':
      return stats.stopped_series > 0 ? `${formatCount(stats.stopped_series)} can issue no units` : undefined
    case 'register':
      return stats.failed_snapshots > 0 ? 'The last snapshot failed' : undefined
    case 'support':
      return describeSupport(stats)
    default:
      return undefined
  }
}
