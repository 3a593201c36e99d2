import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { mailStates } from '#shared/enums/mails'
import { AdminPagination, adm, csvFile, ListQuery } from './admin.ts'
import { get, post } from './endpoint.ts'
import { Id, Nullable, OneOf, Timestamp } from './schema.ts'

/** A mail without its text: that may have a link which opens an account. */
export const Mail = Type.Object({
  id: Id(),
  kind: Type.String({ examples: ['reset_password'] }),
  reference: Type.String({ description: 'The number that the reader knows it by; empty for most' }),
  recipient: Type.String(),
  user_id: Nullable(Id(), { description: 'The investor whose account it is about; null for others' }),
  subject: Type.String(),
  state: OneOf(mailStates),
  attempts: Type.Integer(),
  reason: Type.String({ description: 'The last response of the mail server that was not an acceptance' }),
  can_retry: Type.Boolean({ description: 'It was not sent and still has its text' }),
  next_attempt_at: Nullable(Timestamp()),
  sent_at: Nullable(Timestamp()),
  created_at: Timestamp(),
})
export type Mail = Static<typeof Mail>

const filters = { state: Type.Optional(OneOf(mailStates)) }

export const adminMails = {
  list: get(adm('/mails'), {
    summary:
      'Mails, those that wait and those that were refused among them; search covers recipient and subject',
    access: 'admin:read',
    query: ListQuery(['-created_at', 'recipient', 'kind', 'state'], filters),
    response: Type.Object({
      mails: Type.Array(Mail),
      pagination: AdminPagination,
      mail_configured: Type.Boolean({ description: 'Whether this installation sends mail' }),
    }),
  }),
  exportCsv: get(adm('/mails/export'), csvFile('admin:read', 'The mails, newest first,', filters)),
  retry: post(adm('/mails/:id/retry'), {
    summary: 'Sends a mail again that was refused or waits',
    access: 'admin:publish',
    params: Type.Object({ id: Id() }),
    response: Type.Object({ mail: Mail }),
    problems: ['not_found', 'conflict'],
  }),
}
