import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath } from '#contract/admin-endpoint'
import { get, post, put } from '#contract/endpoint'
import { Email, ExtendObject, NAME_MAX, SingleLineText, StringEnum } from '#contract/schema-builders'
import { adminRoles } from '#shared/enums/accounts'
import { Administrator, Password, SecondFactorRequired, SessionTokens } from './session.ts'

export const AdminSignedIn = ExtendObject(SessionTokens, { user: Administrator })
export type AdminSignedIn = Static<typeof AdminSignedIn>

export const AdminSignInBody = Type.Object({ username: SingleLineText(254), password: Password() })
export type AdminSignInBody = Static<typeof AdminSignInBody>

/** The administrator's own account, with the roles that decide what its owner may do. */
export const AdministratorProfile = ExtendObject(Administrator, { roles: Type.Array(StringEnum(adminRoles)) })
export type AdministratorProfile = Static<typeof AdministratorProfile>

/** Missing fields are unchanged; an empty password is unchanged too. */
export const AdminProfileBody = Type.Object({
  username: Type.Optional(SingleLineText(NAME_MAX)),
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
  your_address: Type.String({ description: 'IP address of the caller' }),
})
export type AccessRules = Static<typeof AccessRules>

export const administrators = {
  signIn: post('/auth/login', {
    summary:
      'Sign in an administrator, or request the second step; requires the secret path segment in `X-Admin-Path`',
    access: 'public',
    adminPathHeader: 'required',
    limit: 'admin_sign_in',
    body: AdminSignInBody,
    response: Type.Union([AdminSignedIn, SecondFactorRequired]),
    problems: ['not_found', 'admin_network', 'invalid_credentials', 'account_disabled', 'locked'],
  }),
  getAccessRules: get(adminPath('/access-rules'), {
    summary: 'Networks and countries administrators can connect from; configured by environment variables',
    access: 'admin:read',
    response: Type.Object({ access_rules: AccessRules }),
  }),
  getProfile: get(adminPath('/profile'), {
    summary: 'Retrieve the calling administrator',
    access: 'admin:self',
    allowedBeforeSetup: true,
    response: Type.Object({ user: AdministratorProfile }),
  }),
  updateProfile: put(adminPath('/profile'), {
    summary:
      'Update username and, with the current password, the password, which ends all sessions; an email change requires the current password and takes effect once the new address is confirmed',
    access: 'admin:self',
    stepUp: 'recent',
    confirms: 'Change your profile or password',
    body: AdminProfileBody,
    response: Type.Object({ user: AdministratorProfile }),
    problems: ['conflict', 'locked', 'rate_limited'],
  }),
}
