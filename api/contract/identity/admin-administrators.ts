/** Administrator accounts, as owners manage them. */

import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, Success, versionGuard } from '#contract/admin-endpoint'
import type { ApprovalRule } from '#contract/approval-rule'
import { get, post, put, remove } from '#contract/endpoint'
import {
  Email,
  Id,
  MultilineText,
  NAME_MAX,
  Nullable,
  SingleLineText,
  StringEnum,
  Timestamp,
} from '#contract/schema-builders'
import { adminRoles } from '#shared/enums/accounts'
import { SessionsEnded } from './account-activity.ts'
import { Password } from './session.ts'

/** Maximum length of the reason for a change, in characters. */
export const REASON_MAX = 500

export const AdministratorAccount = Type.Object({
  id: Id(),
  username: Type.String(),
  email: Type.String(),
  roles: Type.Array(StringEnum(adminRoles)),
  is_active: Type.Boolean(),
  last_login_at: Nullable(Timestamp()),
  second_factor: Type.Boolean({ description: 'Whether two-step verification is set up' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdministratorAccount = Static<typeof AdministratorAccount>

/** Each role once; at least one. */
const Roles = () =>
  Type.Array(StringEnum(adminRoles), {
    minItems: 1,
    maxItems: adminRoles.length,
    uniqueItems: true,
    errorMessage: 'Select at least one role, without duplicates',
  })

/** The reason, recorded in the audit log. */
const reason = { reason: Type.Optional(MultilineText(REASON_MAX)) }

export const NewAdministratorBody = Type.Object({
  username: SingleLineText(NAME_MAX),
  email: Email(),
  roles: Roles(),
  /** Only where this installation sends no email; otherwise a link for setting a password is emailed. */
  password: Type.Optional(Password()),
  ...reason,
})
export type NewAdministratorBody = Static<typeof NewAdministratorBody>

/** Missing fields are unchanged. */
export const AdministratorBody = Type.Object({
  is_active: Type.Optional(Type.Boolean()),
  roles: Type.Optional(Roles()),
  ...reason,
  ...versionGuard,
})
export type AdministratorBody = Static<typeof AdministratorBody>

export const AdministratorRemovalBody = Type.Optional(Type.Object({ ...reason }))

const params = Type.Object({ id: Id() })
/** A second owner approves every account change: a single owner could otherwise disable dual approval. */
const approvalRule = { reasonSource: 'body' } as const satisfies ApprovalRule
const response = Type.Object({ administrator: AdministratorAccount })

export const adminAdministrators = {
  list: get(adminPath('/administrators'), {
    summary: 'List administrators by name',
    access: 'admin:administer',
    response: Type.Object({
      administrators: Type.Array(AdministratorAccount),
      mail_configured: Type.Boolean({ description: 'Whether email is configured' }),
    }),
  }),
  create: post(adminPath('/administrators'), {
    summary: 'Create an administrator and email a link to set a password',
    access: 'admin:administer',
    stepUp: 'with_factor',
    confirms: 'Create administrator {username}',
    body: NewAdministratorBody,
    approvalRule,
    response,
    status: 201,
    idempotent: true,
    problems: ['conflict'],
  }),
  update: put(adminPath('/administrators/:id'), {
    summary: 'Change the roles of an administrator, or enable or disable the account; ends all sessions',
    access: 'admin:administer',
    stepUp: 'with_factor',
    confirms: 'Change administrator access',
    params,
    body: AdministratorBody,
    approvalRule,
    response,
    problems: ['not_found', 'conflict', 'stale_write'],
  }),
  endSessions: post(adminPath('/administrators/:id/sessions/end'), {
    summary: 'End all sessions of another administrator; the account stays enabled',
    access: 'admin:administer',
    stepUp: 'with_factor',
    confirms: 'Sign out another administrator',
    params,
    response: SessionsEnded,
    problems: ['not_found'],
  }),
  delete: remove(adminPath('/administrators/:id'), {
    summary: 'Delete an administrator; the username remains in the audit log and cannot be reused',
    access: 'admin:administer',
    stepUp: 'with_factor',
    confirms: 'Delete an administrator',
    params,
    body: AdministratorRemovalBody,
    approvalRule,
    bodyLimit: 16 * 1024,
    response: Success,
    problems: ['not_found', 'conflict'],
  }),
}
