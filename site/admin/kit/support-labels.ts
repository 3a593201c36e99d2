import type { CallRequest, Chat, Ticket } from '#contract/desk/admin-support'
import type { BadgeTone } from '#ui/Badge'

export type SupportItemStatus = Ticket['status'] | CallRequest['status'] | Chat['status']

export const supportStatusLabels: Record<SupportItemStatus, string> = {
  open: 'Open',
  pending: 'Pending',
  in_progress: 'In progress',
  resolved: 'Resolved',
  confirmed: 'Confirmed',
  closed: 'Closed',
  cancelled: 'Cancelled',
}

export const statusTones: Record<SupportItemStatus, BadgeTone> = {
  open: 'warn',
  pending: 'warn',
  in_progress: 'info',
  resolved: 'gain',
  confirmed: 'gain',
  closed: 'neutral',
  cancelled: 'neutral',
}

export const getStatusOptions = <const S extends SupportItemStatus>(statuses: readonly S[]) =>
  statuses.map((value) => ({ value, label: supportStatusLabels[value] }))

/** The same as a filter, with an option for all. */
export const getStatusFilterOptions = <const S extends SupportItemStatus>(statuses: readonly S[]) => [
  { value: '' as const, label: 'All statuses' },
  ...getStatusOptions(statuses),
]

export const tabs = [
  { value: 'tickets', label: 'Tickets' },
  { value: 'calls', label: 'Call requests' },
  { value: 'chats', label: 'Chats' },
  { value: 'prepared', label: 'Canned replies' },
] as const
export type Tab = (typeof tabs)[number]['value']

/** The tab named in a URL. */
export const parseTab = (text: string | null): Tab =>
  tabs.find(({ value }) => value === text)?.value ?? 'tickets'

/** The department that answers each ticket category, as named in a canned reply. */
export const departmentNameByCategory: Record<Ticket['category'], string> = {
  general: 'General',
  technical: 'Technical support',
  investment: 'Investors',
  compliance: 'Compliance',
}
