/** Sign-in with a second factor, or with a passkey alone. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { factorMethods } from '#shared/enums/factors'
import { AdminSignedIn } from './administrators.ts'
import { post } from './endpoint.ts'
import { Code } from './factors.ts'
import { RequestOptions, SignedCredential } from './passkeys.ts'
import { OneOf } from './schema.ts'
import { SignedIn } from './session.ts'

/** 256 random bits, base64url. */
const ChallengeToken = Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$' })

export const SecondFactorBody = Type.Object({
  challenge: ChallengeToken,
  method: OneOf(factorMethods),
  code: Type.Optional(Code()),
  credential: Type.Optional(SignedCredential),
})
export type SecondFactorBody = Static<typeof SecondFactorBody>

/** With `X-Admin-Path` all of these are about administrators. */
const shared = { access: 'public', adminPathHeader: 'optional' } as const

const OneSession = Type.Union([SignedIn, AdminSignedIn])

export const secondFactor = {
  options: post('/auth/second-factor/options', {
    ...shared,
    summary: 'The options with which a browser asks a passkey for the second factor',
    body: Type.Object({ challenge: ChallengeToken }),
    response: Type.Object({ options: RequestOptions }),
    problems: ['session_expired', 'conflict'],
  }),
  complete: post('/auth/second-factor', {
    ...shared,
    summary: 'Signs in with a second factor, after the password; a challenge allows five tries',
    limit: 'sign_in',
    body: SecondFactorBody,
    response: OneSession,
    problems: ['invalid_credentials', 'session_expired', 'account_disabled', 'locked', 'admin_network'],
  }),
  passkeyOptions: post('/auth/passkey/options', {
    ...shared,
    summary: 'The options with which a browser asks for a passkey to sign in',
    body: Type.Optional(Type.Object({})),
    response: Type.Object({ options: RequestOptions }),
    problems: ['conflict', 'admin_network'],
  }),
  passkey: post('/auth/passkey', {
    ...shared,
    summary: 'Signs in with a passkey alone; opens an account that is locked after failed sign-ins',
    limit: 'sign_in',
    body: Type.Object({ credential: SignedCredential }),
    response: OneSession,
    problems: ['invalid_credentials', 'session_expired', 'account_disabled', 'conflict', 'admin_network'],
  }),
}
