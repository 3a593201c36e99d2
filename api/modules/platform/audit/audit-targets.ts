/** The row that a denied call concerned, named as in the entries of accepted calls. */

/** Entities by the path before the parameter that names the row; the last parameter of a path decides. */
const entities: Readonly<Record<string, string>> = {
  '/administrators': 'admin',
  '/approvals': 'approval',
  '/canned-replies': 'canned_reply',
  '/contact-departments': 'department',
  '/documents': 'document',
  '/email-disputes': 'email_dispute',
  '/login-tracking/records': 'login_record',
  '/mails': 'mail',
  '/mentions': 'note',
  '/notifications': 'notification',
  '/notifications/user': 'user',
  '/offerings': 'offering',
  '/portfolio': 'portfolio',
  '/profile/factors': 'factor',
  '/profile/sessions': 'session',
  '/recent-activities': 'activity',
  '/register': 'series',
  '/register/:symbol/distributions': 'distribution',
  '/register/:symbol/entries': 'movement',
  '/report-schedules': 'report_schedule',
  '/reports': 'report',
  '/screening/hits': 'screening_hit',
  '/series': 'series',
  '/series-documents': 'series_document',
  '/subscriptions': 'subscription',
  '/support/call-schedules': 'call_schedule',
  '/support/chat-sessions': 'chat_session',
  '/support/tickets': 'ticket',
  '/tokens': 'token',
  '/tokens/categories': 'category',
  '/tokens/icons': 'icon',
  '/transactions': 'transaction',
  '/user': 'user',
  '/users': 'user',
  '/users/:id/notes': 'note',
  '/verifications': 'verification',
  '/verifications/:user_id/files': 'evidence',
  '/views': 'view',
}

/** The format of an id. In a denied call it can be any text, such as an address, which the log must not keep. */
const ID = /^[\w$.-]{1,64}$/

/** The row that a call to a panel path concerns, after its secret segment; undefined if the call names none. */
export function getAuditTarget(path: string, params: Readonly<Record<string, string>>) {
  const [, before, name] = /^(.*)\/:([a-z_]+)(?:\/[^:]*)?$/.exec(path.replace(/^\/:[a-z_]+\/admin/, '')) ?? []
  const entity = entities[before ?? '']
  const id = params[name ?? '']
  if (entity === undefined || id === undefined) return undefined
  return { entity, ...(ID.test(id) && { entityId: id }) }
}

/** Whether calls to this path name a row known to {@link getAuditTarget}, or none. */
export const isKnownAuditTarget = (path: string): boolean =>
  !/\/:[a-z_]+/.test(path.replace(/^\/:[a-z_]+\/admin/, '')) ||
  getAuditTarget(path, new Proxy({}, { get: () => '1' })) !== undefined
