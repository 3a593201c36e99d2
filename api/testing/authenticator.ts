/** A software authenticator: it creates passkeys and signs with them, as a browser would pass them on. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  AuthenticationCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationCredential,
} from '#contract/identity/passkeys'

const encode = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface AuthenticatorOptions {
  /** The address reported by the browser. */
  origin: string
  /** Whether the owner was verified by fingerprint, face or PIN. */
  verifiesUser?: boolean
}

/** Creates an authenticator with one passkey. */
export function createAuthenticator({ origin, verifiesUser = true }: AuthenticatorOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0)
  let uses = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(rpId: string, more: Uint8Array = new Uint8Array(), moreFlags = 0): Buffer {
    uses += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(uses)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | moreFlags]), count, more])
  }

  const named = { id: encode(credentialId), rawId: encode(credentialId), type: 'public-key' as const }

  return {
    id: named.id,
    create({ rp, challenge, user }: PasskeyCreationOptions): RegistrationCredential {
      userHandle = user.id
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(rp.id, credential, HAS_CREDENTIAL))],
      ])
      return {
        ...named,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', challenge)),
          attestationObject: encode(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      }
    },
    sign({ rpId, challenge }: PasskeyRequestOptions): AuthenticationCredential {
      const client = clientData('webauthn.get', challenge)
      const data = authenticatorData(rpId)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle,
        },
      }
    },
  }
}
