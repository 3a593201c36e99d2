import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, post } from './endpoint.ts'
import { Email, Id, Line, NAME_MAX, Timestamp } from './schema.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** What a password that may be chosen holds; each is a rule of its own, for the meter beside the field. */
export const passwordRules = [
  { label: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`, holds: hasLength },
  { label: 'an uppercase letter', holds: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'a lowercase letter', holds: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'a number', holds: (password: string) => /\p{Nd}/u.test(password) },
  { label: 'a special character', holds: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const

/** In characters as people count them, not in UTF-16 units. */
function hasLength(password: string): boolean {
  const { length } = [...password]
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX
}

/** Whether a password follows every rule that needs nothing but itself. */
export const isStrongPassword = (password: string): boolean =>
  passwordRules.every(({ holds }) => holds(password))

/** A password as typed: any characters, so neither trimmed nor normalised. */
export const Password = () =>
  Type.String({ minLength: 1, maxLength: PASSWORD_MAX * 2, says: 'Password must be at most 128 characters' })

/** An investor as the investor sees himself. */
export const User = Type.Object({
  id: Id(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  linkedin: Type.String(),
  twitter: Type.String(),
  telegram: Type.String(),
  is_verified: Type.Boolean({ description: 'Identity and accreditation were checked' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type User = Static<typeof User>

/** An administrator, as the panel knows him. */
export const Administrator = Type.Object({ id: Id(), username: Type.String(), email: Type.String() })
export type Administrator = Static<typeof Administrator>

export const SignedIn = Type.Object({
  access_token: Type.String({ description: 'JWT, sent as `Authorization: Bearer`' }),
  refresh_token: Type.String({ description: 'Opaque; replaced at every use' }),
  expires_in: Type.Integer({ description: 'Seconds the access token is good for' }),
  user: User,
})
export type SignedIn = Static<typeof SignedIn>

export const RegisterBody = Type.Object({
  first_name: Line(NAME_MAX),
  last_name: Line(NAME_MAX),
  email: Email(),
  password: Password(),
})
export type RegisterBody = Static<typeof RegisterBody>

export const SignInBody = Type.Object({ email: Email(), password: Password() })
export type SignInBody = Static<typeof SignInBody>

/** 256 random bits, base64url. */
const Secret = () => Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$' })

const RefreshBody = Type.Object({
  refresh_token: Secret(),
  renewal_id: Type.Optional({
    ...Secret(),
    description:
      'Names this renewal: sent again with the same token within 30 seconds it is answered again, so that a lost answer costs no session',
  }),
})
export type RefreshBody = Static<typeof RefreshBody>

export const session = {
  register: post('/auth/register', {
    summary: 'Creates an investor account and signs it in',
    access: 'public',
    limit: 'register',
    status: 201,
    body: RegisterBody,
    answer: SignedIn,
    problems: ['conflict'],
  }),
  signIn: post('/auth/user/login', {
    summary: 'Signs an investor in',
    access: 'public',
    limit: 'sign_in',
    body: SignInBody,
    answer: SignedIn,
    problems: ['invalid_credentials', 'account_disabled', 'locked'],
  }),
  refresh: post('/auth/refresh', {
    summary:
      'Exchanges a refresh token for new tokens; one used twice ends its session, except for a repeat of the same renewal',
    access: 'public',
    adminPathHeader: 'optional',
    body: RefreshBody,
    // An administrator's, with `X-Admin-Path`, answers as the administrators' sign-in does.
    answer: Type.Object({ ...SignedIn.properties, user: Type.Union([User, Administrator]) }),
    problems: ['session_expired', 'account_disabled'],
  }),
  signOut: post('/auth/logout', {
    summary:
      'Ends the session of the bearer, expired or not, or of the refresh token; the body may be left out',
    access: 'public',
    body: Type.Optional(Type.Object({ refresh_token: Type.Optional(Type.String({ maxLength: 200 })) })),
    answer: Type.Object({ success: Type.Literal(true) }),
  }),
  csrfToken: get('/csrf-token', {
    summary:
      'A token for `X-CSRF-Token`, good for an hour, bound to the session of the bearer when there is one',
    access: 'public',
    bearer: 'optional',
    answer: Type.Object({ csrf_token: Type.String() }),
  }),
}
