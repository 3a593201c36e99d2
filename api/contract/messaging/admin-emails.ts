import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, ListQuery } from '#contract/admin-endpoint'
import { get, post } from '#contract/endpoint'
import { Id, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { emailDeliveryStatuses } from '#shared/enums/emails'

/** An email without its text, which may contain a link that opens an account. */
export const EmailListItem = Type.Object({
  id: Id(),
  kind: Type.String({ examples: ['reset_password'] }),
  reference: Type.String({ description: 'Reference shown to the recipient; usually empty' }),
  recipient: Type.String(),
  user_id: Nullable(Id(), { description: 'Investor whose account it concerns; null if none' }),
  subject: Type.String(),
  state: StringEnum(emailDeliveryStatuses),
  attempts: Type.Integer(),
  reason: Type.String({ description: 'Last error from the mail server' }),
  can_retry: Type.Boolean({
    description: 'Whether the email can be resent: not sent, and its text still stored',
  }),
  next_attempt_at: Nullable(Timestamp()),
  sent_at: Nullable(Timestamp()),
  created_at: Timestamp(),
})
export type EmailListItem = Static<typeof EmailListItem>

const filters = { state: Type.Optional(StringEnum(emailDeliveryStatuses)) }

export const adminEmails = {
  list: get(adminPath('/mails'), {
    summary: 'List emails, including pending and failed ones; search covers recipient and subject',
    access: 'admin:read',
    query: ListQuery(['-created_at', 'recipient', 'kind', 'state'], filters),
    response: Type.Object({
      mails: Type.Array(EmailListItem),
      pagination: AdminPagination,
      mail_configured: Type.Boolean({ description: 'Whether email is configured' }),
    }),
  }),
  exportCsv: get(adminPath('/mails/export'), csvExport('admin:read', 'Emails, newest first,', filters)),
  resend: post(adminPath('/mails/:id/retry'), {
    summary: 'Resend a failed or pending email',
    access: 'admin:publish',
    params: Type.Object({ id: Id() }),
    response: Type.Object({ mail: EmailListItem }),
    problems: ['not_found', 'conflict'],
  }),
}
