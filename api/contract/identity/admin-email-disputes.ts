/** Disputed email changes. A dispute freezes the account until an administrator decides which address it keeps. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, Success } from '#contract/admin-endpoint'
import { APPROVAL_REASON_MAX } from '#contract/approval-rule'
import { get, put } from '#contract/endpoint'
import { Id, MultilineText, StringEnum, Timestamp } from '#contract/schema-builders'
import { emailDisputeDecisions } from '#shared/enums/accounts'

const EmailDispute = Type.Object({
  id: Id(),
  account: Type.Object({ kind: StringEnum(['investor', 'admin'] as const), id: Id(), name: Type.String() }),
  former_email: Type.String({ description: 'Previous address, which disputes the change' }),
  present_email: Type.String(),
  created_at: Timestamp(),
})
export type EmailDispute = Static<typeof EmailDispute>

export const EmailDisputeBody = Type.Object({
  decision: StringEnum(emailDisputeDecisions, {
    description:
      '`keep` the current address, or `restore` the previous one, which is sent a password reset link',
  }),
  reason: MultilineText(APPROVAL_REASON_MAX),
})
export type EmailDisputeBody = Static<typeof EmailDisputeBody>

export const adminEmailDisputes = {
  list: get(adminPath('/email-disputes'), {
    summary: 'List open email disputes; disputes of administrators are visible to owners only',
    access: 'admin:verify',
    response: Type.Object({ disputes: Type.Array(EmailDispute) }),
  }),
  decide: put(adminPath('/email-disputes/:id'), {
    summary: 'Resolve an email dispute and re-enable the account',
    access: 'admin:verify',
    stepUp: 'with_factor',
    confirms: 'Resolve an email dispute',
    params: Type.Object({ id: Id() }),
    body: EmailDisputeBody,
    // An investor's account may hold cash and units; an administrator's can approve other administrators' requests.
    approvalRule: { ofAdmins: 'administer', reasonSource: 'body' },
    response: Success,
    problems: ['not_found', 'conflict'],
  }),
}
