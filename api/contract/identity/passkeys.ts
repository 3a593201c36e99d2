/** What browsers and authenticators exchange about passkeys: the subset of the WebAuthn Level 3 JSON in use. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** Bytes in base64url. */
const Bytes = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+={0,2}$' })

const CREDENTIAL_ID_MAX = 1400
/** An authenticator response is a few hundred bytes; an attestation may contain certificates. */
const RESPONSE_MAX = 20_000

const Transports = Type.Array(Type.String({ maxLength: 32, pattern: '^[a-z-]+$' }), { maxItems: 8 })

const credentialFields = {
  id: Bytes(CREDENTIAL_ID_MAX),
  rawId: Bytes(CREDENTIAL_ID_MAX),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 32 })),
}

/** A newly created passkey. */
export const RegistrationCredential = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: Bytes(RESPONSE_MAX),
    attestationObject: Bytes(RESPONSE_MAX),
    transports: Type.Optional(Transports),
  }),
})
export type RegistrationCredential = Static<typeof RegistrationCredential>

/** The signature of a passkey. */
export const AuthenticationCredential = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: Bytes(RESPONSE_MAX),
    authenticatorData: Bytes(RESPONSE_MAX),
    signature: Bytes(RESPONSE_MAX),
    userHandle: Type.Optional(Bytes(200)),
  }),
})
export type AuthenticationCredential = Static<typeof AuthenticationCredential>

const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** Options for creating a passkey in a browser. */
export const PasskeyCreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  timeout: Type.Integer({ description: 'Milliseconds' }),
  excludeCredentials: Type.Array(Descriptor, { description: 'Passkeys of the account' }),
  authenticatorSelection: Type.Object({
    residentKey: Type.String(),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.String(),
  }),
  attestation: Type.String(),
})
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>

/** Options for requesting a signature in a browser. */
export const PasskeyRequestOptions = Type.Object({
  rpId: Type.String(),
  challenge: Type.String(),
  timeout: Type.Integer({ description: 'Milliseconds' }),
  allowCredentials: Type.Array(Descriptor, { description: 'Empty for any passkey of this site' }),
  userVerification: Type.String(),
})
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>
