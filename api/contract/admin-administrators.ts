/** The administrators' accounts, as owners manage them. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminRoles } from '#shared/enums/accounts'
import { Ended } from './account-activity.ts'
import { adm, basedOn, Done } from './admin.ts'
import { get, post, put, remove } from './endpoint.ts'
import { Email, Id, Line, NAME_MAX, Nullable, OneOf, Text, Timestamp } from './schema.ts'
import { Password } from './session.ts'

/** Longest reason for a change, in characters. */
export const REASON_MAX = 500

export const AdministratorAccount = Type.Object({
  id: Id(),
  username: Type.String(),
  email: Type.String(),
  roles: Type.Array(OneOf(adminRoles)),
  is_active: Type.Boolean(),
  last_login_at: Nullable(Timestamp()),
  second_factor: Type.Boolean({ description: 'Whether there is one' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdministratorAccount = Static<typeof AdministratorAccount>

/** Each role once; at least one. */
const Roles = () =>
  Type.Array(OneOf(adminRoles), {
    minItems: 1,
    maxItems: adminRoles.length,
    uniqueItems: true,
    says: 'Choose at least one role, each once',
  })

/** Why it is done; kept in the audit log. */
const reason = { reason: Type.Optional(Text(REASON_MAX)) }

export const NewAdministratorBody = Type.Object({
  username: Line(NAME_MAX),
  email: Email(),
  roles: Roles(),
  /** Only where this installation sends no mail: otherwise a link to set one is mailed. */
  password: Type.Optional(Password()),
  ...reason,
})
export type NewAdministratorBody = Static<typeof NewAdministratorBody>

/** A missing field is unchanged. */
export const AdministratorBody = Type.Object({
  is_active: Type.Optional(Type.Boolean()),
  roles: Type.Optional(Roles()),
  ...reason,
  ...basedOn,
})
export type AdministratorBody = Static<typeof AdministratorBody>

export const AdministratorRemovalBody = Type.Optional(Type.Object({ ...reason }))

const params = Type.Object({ id: Id() })
/** A second owner approves every change of an account: one alone could otherwise make the rule rest. */
const twoPairs = { reason: 'own' } as const
const response = Type.Object({ administrator: AdministratorAccount })

export const adminAdministrators = {
  list: get(adm('/administrators'), {
    summary: 'All administrators, in the order of their names',
    access: 'admin:administer',
    response: Type.Object({
      administrators: Type.Array(AdministratorAccount),
      mail_configured: Type.Boolean({ description: 'Whether this installation sends mail' }),
    }),
  }),
  create: post(adm('/administrators'), {
    summary: 'Creates an administrator, who gets a link to set the password by mail',
    access: 'admin:administer',
    stepUp: 'with_factor',
    confirms: 'Create the administrator {username}',
    body: NewAdministratorBody,
    twoPairs,
    response,
    status: 201,
    idempotent: true,
    problems: ['conflict'],
  }),
  update: put(adm('/administrators/:id'), {
    summary: 'Changes the roles of an administrator, disables or enables the account; both end its sessions',
    access: 'admin:administer',
    stepUp: 'with_factor',
    confirms: 'Change what an administrator may do',
    params,
    body: AdministratorBody,
    twoPairs,
    response,
    problems: ['not_found', 'conflict', 'stale_write'],
  }),
  endSessions: post(adm('/administrators/:id/sessions/end'), {
    summary: 'Signs all browsers of another administrator out; the account stays enabled',
    access: 'admin:administer',
    stepUp: 'with_factor',
    confirms: 'Sign out another administrator',
    params,
    response: Ended,
    problems: ['not_found'],
  }),
  remove: remove(adm('/administrators/:id'), {
    summary: 'Deletes an administrator; the name stays in the audit log and is given to nobody else',
    access: 'admin:administer',
    stepUp: 'with_factor',
    confirms: 'Delete an administrator',
    params,
    body: AdministratorRemovalBody,
    twoPairs,
    bodyLimit: 16 * 1024,
    response: Done,
    problems: ['not_found', 'conflict'],
  }),
}
