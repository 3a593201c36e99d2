import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminRoles } from '#shared/enums/accounts'
import { adm } from './admin.ts'
import { get, post, put } from './endpoint.ts'
import { Email, Extended, Line, NAME_MAX, OneOf } from './schema.ts'
import { Administrator, Password, Renewed, SecondFactorNeeded } from './session.ts'

export const AdminSignedIn = Extended(Renewed, { user: Administrator })
export type AdminSignedIn = Static<typeof AdminSignedIn>

export const AdminSignInBody = Type.Object({ username: Line(254), password: Password() })
export type AdminSignInBody = Static<typeof AdminSignInBody>

/** The own account, with the roles that decide what its owner may do. */
export const AdministratorProfile = Extended(Administrator, { roles: Type.Array(OneOf(adminRoles)) })
export type AdministratorProfile = Static<typeof AdministratorProfile>

/** A missing field is unchanged; so is the password when it is empty. */
export const AdminProfileBody = Type.Object({
  username: Type.Optional(Line(NAME_MAX)),
  email: Type.Optional(Email()),
  currentPassword: Type.Optional(Type.Union([Password(), Type.Literal('')])),
  newPassword: Type.Optional(Type.Union([Password(), Type.Literal('')])),
})
export type AdminProfileBody = Static<typeof AdminProfileBody>

const AccessRules = Type.Object({
  networks: Type.Array(Type.String({ examples: ['192.0.2.0/24'] }), { description: 'Empty for all' }),
  countries: Type.Array(Type.String({ examples: ['CA'] }), {
    description: 'ISO 3166-1 codes; empty for all',
  }),
  your_address: Type.String({ description: 'Of the caller, as the server sees it' }),
})
export type AccessRules = Static<typeof AccessRules>

export const administrators = {
  signIn: post('/auth/login', {
    summary:
      'Signs an administrator in, or asks for the second factor; needs the secret path segment in `X-Admin-Path`',
    access: 'public',
    adminPathHeader: 'required',
    limit: 'admin_sign_in',
    body: AdminSignInBody,
    response: Type.Union([AdminSignedIn, SecondFactorNeeded]),
    problems: ['not_found', 'admin_network', 'invalid_credentials', 'account_disabled', 'locked'],
  }),
  accessRules: get(adm('/access-rules'), {
    summary:
      'The networks and countries that administrators may connect from: set by environment variables, not by a call',
    access: 'admin:read',
    response: Type.Object({ access_rules: AccessRules }),
  }),
  profile: get(adm('/profile'), {
    summary: 'The calling administrator',
    access: 'admin:self',
    allowedBeforeSetup: true,
    response: Type.Object({ user: AdministratorProfile }),
  }),
  updateProfile: put(adm('/profile'), {
    summary:
      'Changes the name and, with the current one, the password, which ends all sessions; another email needs the current password and is used once its mailbox has confirmed it',
    access: 'admin:self',
    stepUp: 'recent',
    confirms: 'Change your profile or password',
    body: AdminProfileBody,
    response: Type.Object({ user: AdministratorProfile }),
    problems: ['conflict', 'locked', 'rate_limited'],
  }),
}
