import type { AdminStats } from '#contract/admin-stats'
import { formatMoney } from '#core/format'

const figure = new Intl.NumberFormat('en-US')

/** `1 ticket`, `1,204 tickets` */
const count = (number: number, one: string, many = `${one}s`): string =>
  `${figure.format(number)} ${number === 1 ? one : many}`

interface HeadFigure {
  label: string
  read: (stats: AdminStats) => string
  note: (stats: AdminStats) => string
}

/** The figures at the head of the dashboard. */
export const headFigures: readonly HeadFigure[] = [
  {
    label: 'Investors',
    read: ({ users }) => figure.format(users),
    note: ({ active_users, verified_users }) =>
      `${figure.format(active_users)} active, ${figure.format(verified_users)} verified`,
  },
  {
    label: 'Deposits, 30 days',
    read: ({ deposits_30d }) => formatMoney(deposits_30d),
    note: () => 'Completed deposits only',
  },
  {
    label: 'Investment requests',
    read: ({ pending_requests }) => figure.format(pending_requests),
    note: ({ pending_requests }) =>
      pending_requests > 0 ? 'Waiting to be approved or rejected' : 'None waiting',
  },
  {
    label: 'Support waiting',
    read: ({ open_tickets, waiting_calls, open_chats }) =>
      figure.format(open_tickets + waiting_calls + open_chats),
    note: describeSupport,
  },
]

function describeSupport({ open_tickets, waiting_calls, open_chats }: AdminStats): string {
  return [count(open_tickets, 'ticket'), count(waiting_calls, 'call'), count(open_chats, 'chat')].join(', ')
}

/** The figure on a section's button, where there is one. */
export function sectionFigure(section: string, stats: AdminStats): string | undefined {
  switch (section) {
    case 'users':
      return count(stats.users, 'investor')
    case 'transactions':
      return `${formatMoney(stats.deposits_30d)} deposited in 30 days`
    case 'token-pending':
      return count(stats.pending_requests, 'request')
    case 'support':
      return describeSupport(stats)
    default:
      return undefined
  }
}
