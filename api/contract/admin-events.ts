import { adm } from './admin.ts'
import { get } from './endpoint.ts'

/** Topics of the administrators' stream, without the new values; `session` means that the session has ended. */
export const panelEventNames = [
  'support',
  'users',
  'verifications',
  'portfolio',
  'activities',
  'transactions',
  'notifications',
  'tokens',
  'documents',
  'series',
  'subscriptions',
  'register',
  'settings',
  'logins',
  'mails',
  'approvals',
  'notes',
  'audit',
  'administrators',
  'screening',
  'session',
] as const
export type PanelEventName = (typeof panelEventNames)[number]

export const adminEvents = {
  stream: get(adm('/events'), {
    summary: 'Server-sent events: changes of the data that the panel shows',
    access: 'admin:self',
    response: { raw: 'text/event-stream; charset=utf-8' },
  }),
}
