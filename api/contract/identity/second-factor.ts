/** Sign-in with a second factor, or with a passkey alone. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { post } from '#contract/endpoint'
import { StringEnum } from '#contract/schema-builders'
import { factorMethods } from '#shared/enums/factors'
import { AdminSignedIn } from './admin-account.ts'
import { FactorCode } from './factors.ts'
import { AuthenticationCredential, PasskeyRequestOptions } from './passkeys.ts'
import { SignedIn } from './session.ts'

/** 256 random bits, base64url. */
const ChallengeToken = Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$' })

export const CompleteSecondFactorBody = Type.Object({
  challenge: ChallengeToken,
  method: StringEnum(factorMethods),
  code: Type.Optional(FactorCode()),
  credential: Type.Optional(AuthenticationCredential),
})
export type CompleteSecondFactorBody = Static<typeof CompleteSecondFactorBody>

/** With `X-Admin-Path`, these are for administrators. */
const shared = { access: 'public', adminPathHeader: 'optional' } as const

const OneSession = Type.Union([SignedIn, AdminSignedIn])

export const secondFactor = {
  options: post('/auth/second-factor/options', {
    ...shared,
    summary: 'WebAuthn options for passkey as second step',
    body: Type.Object({ challenge: ChallengeToken }),
    response: Type.Object({ options: PasskeyRequestOptions }),
    problems: ['session_expired', 'conflict'],
  }),
  complete: post('/auth/second-factor', {
    ...shared,
    summary: 'Complete two-step sign-in; a challenge allows five attempts',
    limit: 'sign_in',
    body: CompleteSecondFactorBody,
    response: OneSession,
    problems: ['invalid_credentials', 'session_expired', 'account_disabled', 'locked', 'admin_network'],
  }),
  getPasskeyOptions: post('/auth/passkey/options', {
    ...shared,
    summary: 'WebAuthn options for passkey sign-in',
    body: Type.Optional(Type.Object({})),
    response: Type.Object({ options: PasskeyRequestOptions }),
    problems: ['conflict', 'admin_network'],
  }),
  passkey: post('/auth/passkey', {
    ...shared,
    summary: 'Sign in with a passkey; also unlocks an account locked after failed sign-ins',
    limit: 'sign_in',
    body: Type.Object({ credential: AuthenticationCredential }),
    response: OneSession,
    problems: ['invalid_credentials', 'session_expired', 'account_disabled', 'conflict', 'admin_network'],
  }),
}
