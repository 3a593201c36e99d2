import type { AdminStats } from '#contract/admin-stats'
import type { Permission } from '#contract/permissions'
import { formatDay } from '#core/format/dated-moment'
import { countOf, formatCount, formatMoney } from '#core/format/format'

interface HeadFigure {
  /** What its reader must be allowed to do. */
  needs: Permission
  label: string
  read: (stats: AdminStats) => string
  note: (stats: AdminStats) => string
  /** The query of the panel that shows what is counted. */
  link: (stats: AdminStats) => string
}

/** The figures at the head of the dashboard. */
export const headFigures: readonly HeadFigure[] = [
  {
    label: 'Investors',
    needs: 'read_desk',
    read: ({ users }) => formatCount(users),
    note: ({ active_users, verified_users }) =>
      `${formatCount(active_users)} active, ${formatCount(verified_users)} verified`,
    link: () => '?d=users',
  },
  {
    label: 'Deposits, 30 days',
    needs: 'read',
    read: ({ deposits_30d = '0' }) => formatMoney(deposits_30d),
    note: ({ deposits_days }) =>
      deposits_days ? `Completed, from ${formatDay(deposits_days.from)} (UTC)` : 'Completed deposits only',
    link: ({ deposits_days }) =>
      `?d=transactions&type=deposit&status=completed${deposits_days ? `&from=${deposits_days.from}&to=${deposits_days.to}` : ''}`,
  },
  {
    label: 'Investment requests',
    needs: 'read',
    read: ({ pending_requests = 0 }) => formatCount(pending_requests),
    note: ({ pending_requests = 0 }) =>
      pending_requests > 0 ? 'Waiting to be approved or rejected' : 'None waiting',
    link: () => '?d=token-pending',
  },
  {
    label: 'Support waiting',
    needs: 'read_desk',
    read: ({ open_tickets, waiting_calls, open_chats }) =>
      formatCount(open_tickets + waiting_calls + open_chats),
    note: describeSupport,
    link: () => '?d=support',
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
      return `${formatMoney(stats.deposits_30d ?? '0')} deposited in 30 days`
    case 'token-pending':
      return countOf(stats.pending_requests ?? 0, 'request')
    case 'subscriptions':
      return `${formatCount(stats.waiting_subscriptions ?? 0)} waiting for you`
    case 'tokens':
      return stats.stopped_series ? `${formatCount(stats.stopped_series)} can issue no units` : undefined
    case 'register':
      return stats.failed_snapshots ? 'The last snapshot failed' : undefined
    case 'verifications':
      return stats.waiting_verifications ? `${formatCount(stats.waiting_verifications)} to review` : undefined
    case 'screening':
      return stats.open_hits ? `${countOf(stats.open_hits, 'hit')} to decide` : undefined
    case 'support':
      return describeSupport(stats)
    default:
      return undefined
  }
}
