import type { Static, StringOptions } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { factorMethods } from '#shared/enums/factors'
import { get, post } from './endpoint.ts'
import { PASSWORD_MAX } from './password-rules.ts'
import { Email, Extended, Id, Line, NAME_MAX, Nullable, OneOf, Timestamp } from './schema.ts'

/** A password as typed: any characters, so neither trimmed nor normalised. */
export const Password = () =>
  Type.String({ minLength: 1, maxLength: PASSWORD_MAX * 2, says: 'Password must be at most 128 characters' })

/** An investor as the investor sees himself. */
export const User = Type.Object({
  id: Id(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  email_confirmed: Type.Boolean({ description: 'Its owner has followed the link sent to it' }),
  /** Subscriptions wait for the confirmation; left out where it is there, and where the installation sends no mail. */
  must_confirm_email: Type.Optional(Type.Boolean()),
  phone: Type.String(),
  linkedin: Type.String(),
  twitter: Type.String(),
  telegram: Type.String(),
  country: Type.String({ description: 'As the investor has entered it; empty when unknown' }),
  is_verified: Type.Boolean({ description: 'Identity and accreditation were checked' }),
  recovery_codes_unkept: Type.Optional(
    Type.Boolean({ description: 'At a sign-in: nobody has said that the recovery codes are kept' }),
  ),
  /** When the account is closed; left out where its owner has not asked for it. */
  closes_at: Type.Optional(Nullable(Timestamp())),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type User = Static<typeof User>

/** An administrator, as shown in the panel. */
export const Administrator = Type.Object({
  id: Id(),
  username: Type.String(),
  email: Type.String(),
  recovery_codes_unkept: Type.Optional(
    Type.Boolean({ description: 'At a sign-in: nobody has said that the recovery codes are kept' }),
  ),
  must_change_password: Type.Optional(
    Type.Boolean({
      description:
        'In sessions: somebody else has chosen the password, and nothing else can be called before it is changed',
    }),
  ),
  must_set_up_factor: Type.Optional(
    Type.Boolean({ description: 'In sessions: nothing else can be called before a second factor is set up' }),
  ),
})
export type Administrator = Static<typeof Administrator>

/** The tokens of a session, and the user whose it is. */
export const Renewed = Type.Object({
  access_token: Type.String({ description: 'JWT, sent as `Authorization: Bearer`' }),
  refresh_token: Type.String({ description: 'Opaque; replaced at every use' }),
  expires_in: Type.Integer({ description: 'Seconds for which the access token is valid' }),
  user: User,
})
export type Renewed = Static<typeof Renewed>

export const SignedIn = Extended(Renewed, {
  underway: Type.Boolean({
    description:
      'Whether an investment is approved, a deposit is booked, and no payment for a subscription is due',
  }),
})
export type SignedIn = Static<typeof SignedIn>

/** The right password of an account with a second factor: no tokens yet. */
export const SecondFactorNeeded = Type.Object({
  second_factor: Type.Object({
    challenge: Type.String({ description: 'Sent to `/auth/second-factor`; five tries' }),
    methods: Type.Array(OneOf(factorMethods)),
    expires_in: Type.Integer({ description: 'Seconds for which the challenge can be answered' }),
  }),
})
export type SecondFactorNeeded = Static<typeof SecondFactorNeeded>

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
const Secret = (options: StringOptions) =>
  Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$', ...options })

/** As it was issued: 63 bytes, base64url; or 256 bits, from before tokens named their session. */
const RefreshToken = () =>
  Type.String({
    minLength: 43,
    maxLength: 84,
    pattern: '^(?:[A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{84})$',
  })

const RefreshBody = Type.Object({
  refresh_token: RefreshToken(),
  renewal_id: Type.Optional(
    Secret({
      description:
        'Names this refresh: repeated with the same token within 30 seconds it gets the same response, so that a lost response ends no session',
    }),
  ),
})
export type RefreshBody = Static<typeof RefreshBody>

export const session = {
  register: post('/auth/register', {
    summary: 'Creates an investor account and signs it in',
    access: 'public',
    limit: 'register',
    status: 201,
    body: RegisterBody,
    response: SignedIn,
    problems: ['conflict'],
  }),
  signIn: post('/auth/user/login', {
    summary: 'Signs an investor in, or asks for the second factor',
    access: 'public',
    limit: 'sign_in',
    body: SignInBody,
    response: Type.Union([SignedIn, SecondFactorNeeded]),
    problems: ['invalid_credentials', 'account_disabled', 'locked'],
  }),
  refresh: post('/auth/refresh', {
    summary:
      'Exchanges a refresh token for new tokens; one used twice ends its session, except for a repeat of the same refresh',
    access: 'public',
    adminPathHeader: 'optional',
    body: RefreshBody,
    // With an administrator's refresh token and `X-Admin-Path`, the response is that of the administrators' sign-in.
    response: Extended(Renewed, { user: Type.Union([User, Administrator]) }),
    problems: ['session_expired', 'account_disabled'],
  }),
  signOut: post('/auth/logout', {
    summary:
      'Ends the session of the access token, expired or not, or of the refresh token; the body is optional',
    access: 'public',
    body: Type.Optional(Type.Object({ refresh_token: Type.Optional(Type.String({ maxLength: 200 })) })),
    response: Type.Object({ success: Type.Literal(true) }),
  }),
  csrfToken: get('/csrf-token', {
    summary:
      'A token for `X-CSRF-Token`, valid for an hour, bound to the session of the access token when one is sent',
    access: 'public',
    bearer: 'optional',
    response: Type.Object({ csrf_token: Type.String() }),
  }),
}
