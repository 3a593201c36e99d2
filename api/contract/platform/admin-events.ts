import { adminPath } from '#contract/admin-endpoint'
import { get } from '#contract/endpoint'

/**
 * Topics of the administrators' stream. Events do not contain the new values; `session` means that the session has
 * ended.
 */
export const adminEventNames = [
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
export type AdminEventName = (typeof adminEventNames)[number]

export const adminEvents = {
  streamAdminEvents: get(adminPath('/events'), {
    summary: 'Server-sent events: changes to panel data',
    access: 'admin:self',
    response: { raw: 'text/event-stream; charset=utf-8' },
  }),
}
