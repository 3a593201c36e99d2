import type { CallSchedule, ChatSession, Ticket } from '#contract/admin-support'
import type { BadgeTone } from '#ui/Badge'

export type DeskStatus = Ticket['status'] | CallSchedule['status'] | ChatSession['status']

export const statusWords: Record<DeskStatus, string> = {
  open: 'Open',
  pending: 'Pending',
  in_progress: 'In progress',
  resolved: 'Resolved',
  confirmed: 'Confirmed',
  closed: 'Closed',
  cancelled: 'Cancelled',
}

export const statusTones: Record<DeskStatus, BadgeTone> = {
  open: 'warn',
  pending: 'warn',
  in_progress: 'info',
  resolved: 'gain',
  confirmed: 'gain',
  closed: 'neutral',
  cancelled: 'neutral',
}

export const statusOptions = <const S extends DeskStatus>(statuses: readonly S[]) =>
  statuses.map((value) => ({ value, label: statusWords[value] }))

/** The same as a filter, with an option for all. */
export const statusFilter = <const S extends DeskStatus>(statuses: readonly S[]) => [
  { value: '' as const, label: 'All statuses' },
  ...statusOptions(statuses),
]

export const tabs = [
  { value: 'tickets', label: 'Tickets' },
  { value: 'calls', label: 'Call requests' },
  { value: 'chats', label: 'Chats' },
  { value: 'prepared', label: 'Prepared answers' },
] as const
export type Tab = (typeof tabs)[number]['value']

/** The tab of a URL. */
export const readTab = (text: string | null): Tab =>
  tabs.find(({ value }) => value === text)?.value ?? 'tickets'

/** The department that answers each category of tickets, as a prepared answer names it. */
export const departmentNamesOf: Record<Ticket['category'], string> = {
  general: 'General',
  technical: 'Technical support',
  investment: 'Investors',
  compliance: 'Compliance',
}
