import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adm, csvFile, ListQuery } from './admin.ts'
import { get } from './endpoint.ts'
import { CalendarDate, Id, Line, NAME_MAX, OneOf, SUBJECT_MAX, Timestamp } from './schema.ts'

/** The person or the series an entry is about, under the current name. */
const Subject = Type.Object({
  kind: OneOf(['user', 'admin', 'visitor', 'series'] as const),
  id: Type.Integer({
    description: 'Of the user, administrator or token; of the ticket, call or chat of a visitor',
  }),
  name: Type.String({ examples: ['Ada Reyes', 'Deleted user', '$WITGOLD'] }),
  email: Type.String({ description: 'Empty of a series' }),
  is_deleted: Type.Boolean(),
})

export const AuditEntry = Type.Object({
  id: Id(),
  created_at: Timestamp(),
  admin_id: Type.Union([Id(), Type.Null()]),
  admin_name: Type.String({ description: 'The current name; as typed for an anonymous caller' }),
  action: Type.String({ examples: ['user.disable'] }),
  entity: Type.String({ examples: ['user'] }),
  entity_id: Type.String(),
  subject: Type.Union([Subject, Type.Null()], {
    description: 'Looked up when the entry is read; the log itself contains no names of investors',
  }),
  before: Type.Unknown(),
  after: Type.Unknown(),
  ip_address: Type.String(),
  request_id: Type.String(),
  hash: Type.String({ description: 'SHA-256 over this entry and the hash of the one before it' }),
})
export type AuditEntry = Static<typeof AuditEntry>

const filters = {
  admin: Type.Optional(Line(254)),
  action: Type.Optional(Line(NAME_MAX)),
  entity: Type.Optional(Line(NAME_MAX)),
  entity_id: Type.Optional(Line(SUBJECT_MAX)),
  from: Type.Optional(CalendarDate()),
  to: Type.Optional(CalendarDate()),
}

export const audit = {
  list: get(adm('/audit-log'), {
    summary: 'The audit log, newest first',
    access: 'admin:audit',
    query: ListQuery(['-created_at'], filters),
    response: Type.Object({ entries: Type.Array(AuditEntry), pagination: AdminPagination }),
  }),
  exportCsv: get(adm('/audit-log/export'), csvFile('admin:audit', 'The entries, newest first,', filters)),
  names: get(adm('/audit-log/names'), {
    summary: 'The filters of the entries: administrators, actions and entities that occur',
    access: 'admin:audit',
    response: Type.Object({
      admins: Type.Array(Type.String()),
      actions: Type.Array(Type.String()),
      entities: Type.Array(Type.String()),
    }),
  }),
}
