import type { Static, StringOptions } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, post } from '#contract/endpoint'
import {
  Email,
  ExtendObject,
  Id,
  NAME_MAX,
  Nullable,
  SingleLineText,
  StringEnum,
  Timestamp,
} from '#contract/schema-builders'
import { factorMethods } from '#shared/enums/factors'
import { PASSWORD_MAX } from './password-rules.ts'

/** A password as typed: any characters, neither trimmed nor normalized. */
export const Password = () =>
  Type.String({
    minLength: 1,
    maxLength: PASSWORD_MAX * 2,
    errorMessage: 'Password must be 128 characters or fewer',
  })

/** An investor's own account data. */
export const User = Type.Object({
  id: Id(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  email_confirmed: Type.Boolean({ description: 'Whether the email address has been confirmed' }),
  /**
   * Subscriptions require a confirmed email; omitted once it is confirmed, or where the installation sends no email.
   */
  must_confirm_email: Type.Optional(Type.Boolean()),
  phone: Type.String(),
  linkedin: Type.String(),
  twitter: Type.String(),
  telegram: Type.String(),
  country: Type.String({ description: 'As entered by the investor; empty if unknown' }),
  is_verified: Type.Boolean({ description: 'Whether the investor is verified' }),
  recovery_codes_unkept: Type.Optional(
    Type.Boolean({ description: 'At sign-in: recovery codes not yet confirmed as saved' }),
  ),
  /** When the account will be closed; omitted if its owner has not requested it. */
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
    Type.Boolean({ description: 'At sign-in: recovery codes not yet confirmed as saved' }),
  ),
  must_change_password: Type.Optional(
    Type.Boolean({
      description:
        'In sessions: the password was set by someone else and must be changed before any other call',
    }),
  ),
  must_set_up_factor: Type.Optional(
    Type.Boolean({ description: 'In sessions: two-step verification must be set up before any other call' }),
  ),
})
export type Administrator = Static<typeof Administrator>

/** The tokens of a session and the user it belongs to. */
export const SessionTokens = Type.Object({
  access_token: Type.String({ description: 'JWT, sent as `Authorization: Bearer`' }),
  refresh_token: Type.String({ description: 'Opaque; replaced on every use' }),
  expires_in: Type.Integer({ description: 'Access token lifetime in seconds' }),
  user: User,
})
export type SessionTokens = Static<typeof SessionTokens>

export const SignedIn = ExtendObject(SessionTokens, {
  underway: Type.Boolean({
    description:
      'Whether an investment is approved, a deposit has been booked and no subscription payment is due',
  }),
})
export type SignedIn = Static<typeof SignedIn>

/** The password is correct, but the account has a second factor: no tokens yet. */
export const SecondFactorRequired = Type.Object({
  second_factor: Type.Object({
    challenge: Type.String({ description: 'To be sent to `/auth/second-factor`; five attempts' }),
    methods: Type.Array(StringEnum(factorMethods)),
    expires_in: Type.Integer({ description: 'Challenge lifetime in seconds' }),
  }),
})
export type SecondFactorRequired = Static<typeof SecondFactorRequired>

export const RegisterBody = Type.Object({
  first_name: SingleLineText(NAME_MAX),
  last_name: SingleLineText(NAME_MAX, { minLength: 0, description: 'Empty for a person with one name' }),
  email: Email(),
  password: Password(),
})
export type RegisterBody = Static<typeof RegisterBody>

export const SignInBody = Type.Object({ email: Email(), password: Password() })
export type SignInBody = Static<typeof SignInBody>

/** 256 random bits, base64url. */
const Secret = (options: StringOptions) =>
  Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$', ...options })

/** As issued: 63 bytes, base64url; or 256 bits if issued before tokens named their session. */
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
        'Id of this refresh; a retry with the same token within 30 seconds gets the same response, so a lost response does not end the session',
    }),
  ),
})
export type RefreshBody = Static<typeof RefreshBody>

export const session = {
  register: post('/auth/register', {
    summary: 'Create an investor account and sign in',
    access: 'public',
    limit: 'register',
    status: 201,
    body: RegisterBody,
    response: SignedIn,
    problems: ['conflict'],
  }),
  signIn: post('/auth/user/login', {
    summary: 'Sign in an investor, or request the second step',
    access: 'public',
    limit: 'sign_in',
    body: SignInBody,
    response: Type.Union([SignedIn, SecondFactorRequired]),
    problems: ['invalid_credentials', 'account_disabled', 'locked'],
  }),
  refresh: post('/auth/refresh', {
    summary:
      'Exchange a refresh token for new tokens; reuse ends the session, except when retrying the same refresh',
    access: 'public',
    adminPathHeader: 'optional',
    body: RefreshBody,
    // With an administrator's refresh token and `X-Admin-Path`, the response is that of the administrator sign-in.
    response: ExtendObject(SessionTokens, { user: Type.Union([User, Administrator]) }),
    problems: ['session_expired', 'account_disabled'],
  }),
  signOut: post('/auth/logout', {
    summary: 'End the session of the access token (even if expired) or refresh token; the body is optional',
    access: 'public',
    body: Type.Optional(Type.Object({ refresh_token: Type.Optional(Type.String({ maxLength: 200 })) })),
    response: Type.Object({ success: Type.Literal(true) }),
  }),
  csrfToken: get('/csrf-token', {
    summary:
      'Get a token for `X-CSRF-Token`, valid for one hour and bound to the session if an access token is sent',
    access: 'public',
    bearer: 'optional',
    response: Type.Object({ csrf_token: Type.String() }),
  }),
}
