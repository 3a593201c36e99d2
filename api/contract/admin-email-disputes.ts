/** Disputed changes of email, which freeze an account until an administrator decides which address it keeps. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { emailDisputeDecisions } from '#shared/enums/accounts'
import { adm, Done } from './admin.ts'
import { get, put } from './endpoint.ts'
import { Id, OneOf, Text, Timestamp } from './schema.ts'
import { REASON_MAX } from './two-pairs.ts'

const EmailDispute = Type.Object({
  id: Id(),
  account: Type.Object({ kind: OneOf(['investor', 'admin'] as const), id: Id(), name: Type.String() }),
  former_email: Type.String({ description: 'The address that disputes the change' }),
  present_email: Type.String(),
  created_at: Timestamp(),
})
export type EmailDispute = Static<typeof EmailDispute>

export const EmailDisputeBody = Type.Object({
  decision: OneOf(emailDisputeDecisions, {
    description:
      '`keep` the present address, or `restore` the former one, which is mailed a link for a new password',
  }),
  reason: Text(REASON_MAX),
})
export type EmailDisputeBody = Static<typeof EmailDisputeBody>

export const adminEmailDisputes = {
  list: get(adm('/email-disputes'), {
    summary: 'The open disputes about a change of email; those of administrators for owners only',
    access: 'admin:verify',
    response: Type.Object({ disputes: Type.Array(EmailDispute) }),
  }),
  decide: put(adm('/email-disputes/:id'), {
    summary: 'Resolves a dispute and enables the account again',
    access: 'admin:verify',
    stepUp: 'with_factor',
    confirms: 'Resolve a dispute about an email address',
    params: Type.Object({ id: Id() }),
    body: EmailDisputeBody,
    // The account of an investor may hold cash and units, that of an administrator approves what others propose.
    twoPairs: { ofAdmins: 'administer', reason: 'own' },
    response: Done,
    problems: ['not_found', 'conflict'],
  }),
}
