import type { AdminStats } from '#contract/desk/admin-dashboard'
import type { Permission } from '#contract/permissions'
import { formatCount, formatCountOf, formatMoney } from '#core/format/format'
import { formatDay } from '#core/format/full-date-time'

interface HeadFigure {
  /** The permission needed to see the figure. */
  needs: Permission
  label: string
  read: (stats: AdminStats) => string
  note: (stats: AdminStats) => string
  /** The panel query that lists what is counted. */
  link: (stats: AdminStats) => string
}

/** The figures at the top of the dashboard. */
export const headlineFigures: readonly HeadFigure[] = [
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
      deposits_days ? `Completed since ${formatDay(deposits_days.from)} (UTC)` : 'Completed deposits only',
    link: ({ deposits_days }) =>
      `?d=transactions&type=deposit&status=completed${deposits_days ? `&from=${deposits_days.from}&to=${deposits_days.to}` : ''}`,
  },
  {
    label: 'Investment requests',
    needs: 'read',
    read: ({ pending_requests = 0 }) => formatCount(pending_requests),
    note: ({ pending_requests = 0 }) => (pending_requests > 0 ? 'Pending approval' : 'None pending'),
    link: () => '?d=token-pending',
  },
  {
    label: 'Open support items',
    needs: 'read_desk',
    read: ({ open_tickets, waiting_calls, open_chats }) =>
      formatCount(open_tickets + waiting_calls + open_chats),
    note: describeSupport,
    link: () => '?d=support',
  },
]

function describeSupport({ open_tickets, waiting_calls, open_chats }: AdminStats): string {
  return [
    formatCountOf(open_tickets, 'ticket'),
    formatCountOf(waiting_calls, 'call'),
    formatCountOf(open_chats, 'chat'),
  ].join(', ')
}

/** The figure on a section's button, if it has one. */
export function getSectionFigure(section: string, stats: AdminStats): string | undefined {
  switch (section) {
    case 'users':
      return formatCountOf(stats.users, 'investor')
    case 'transactions':
      return `${formatMoney(stats.deposits_30d ?? '0')} deposited in 30 days`
    case 'token-pending':
      return formatCountOf(stats.pending_requests ?? 0, 'request')
    case 'subscriptions':
      return `${formatCount(stats.waiting_subscriptions ?? 0)} to process`
    case 'tokens':
      return stats.stopped_series
        ? `Issuance blocked for ${formatCount(stats.stopped_series)} series`
        : undefined
    case 'register':
      return stats.failed_snapshots ? 'Last snapshot failed' : undefined
    case 'verifications':
      return stats.waiting_verifications ? `${formatCount(stats.waiting_verifications)} to review` : undefined
    case 'screening':
      return stats.open_hits ? `${formatCount(stats.open_hits)} to review` : undefined
    case 'support':
      return describeSupport(stats)
    default:
      return undefined
  }
}
