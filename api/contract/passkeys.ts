/** What browsers and authenticators exchange about passkeys: the JSON of WebAuthn Level 3, as far as it is used. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** Bytes in base64url. */
const Bytes = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+={0,2}$' })

const CREDENTIAL_ID_MAX = 1400
/** A response of an authenticator is some hundred bytes; an attestation may carry certificates. */
const RESPONSE_MAX = 20_000

const Transports = Type.Array(Type.String({ maxLength: 32, pattern: '^[a-z-]+$' }), { maxItems: 8 })

const credentialFields = {
  id: Bytes(CREDENTIAL_ID_MAX),
  rawId: Bytes(CREDENTIAL_ID_MAX),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 32 })),
}

/** A passkey that was just made. */
export const NewCredential = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: Bytes(RESPONSE_MAX),
    attestationObject: Bytes(RESPONSE_MAX),
    transports: Type.Optional(Transports),
  }),
})
export type NewCredential = Static<typeof NewCredential>

/** The signature of a passkey. */
export const SignedCredential = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: Bytes(RESPONSE_MAX),
    authenticatorData: Bytes(RESPONSE_MAX),
    signature: Bytes(RESPONSE_MAX),
    userHandle: Type.Optional(Bytes(200)),
  }),
})
export type SignedCredential = Static<typeof SignedCredential>

const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** The options with which a browser makes a passkey. */
export const CreationOptions = Type.Object({
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
export type CreationOptions = Static<typeof CreationOptions>

/** The options with which a browser asks for a signature. */
export const RequestOptions = Type.Object({
  rpId: Type.String(),
  challenge: Type.String(),
  timeout: Type.Integer({ description: 'Milliseconds' }),
  allowCredentials: Type.Array(Descriptor, { description: 'Empty for any passkey of this site' }),
  userVerification: Type.String(),
})
export type RequestOptions = Static<typeof RequestOptions>
