/** The keys of the proof, each derived from a configured secret, so that a secret is text like all others. */
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import { getService, provideServices } from '#common/service-container'
import { toHex } from '#shared/sha256'

const KEY_BYTES = 32
/** The fixed head of an Ed25519 private key in DER (RFC 8410); its 32 bytes follow. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface ProofKeys {
  /** Hexadecimal. */
  publicKey: string
  /** Previous signing keys, hexadecimal. */
  earlierKeys: readonly string[]
  /** Ed25519 signature, hexadecimal. */
  sign: (bytes: Uint8Array) => string
  /** Derives the nonces of holders and of padding. */
  nonceKey: Uint8Array
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    proofKeys: ProofKeys
  }
}

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `lodefield proof: ${purpose}`, KEY_BYTES))

const signingKeyOf = (secret: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, derive(secret, 'signing key')]),
    format: 'der',
    type: 'pkcs8',
  })

const publicHalfOf = (key: KeyObject): string =>
  toHex(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES))

/** Derives the keys. The first secret of `signing` is current, the others signed earlier. */
export function deriveProofKeys(secrets: {
  signing: readonly [string, ...string[]]
  nonces: string
}): ProofKeys {
  const [key, ...earlier] = secrets.signing.map(signingKeyOf) as [KeyObject, ...KeyObject[]]
  return {
    publicKey: publicHalfOf(key),
    earlierKeys: earlier.map(publicHalfOf),
    sign: (bytes) => toHex(sign(null, bytes, key)),
    nonceKey: derive(secrets.nonces, 'nonce key'),
  }
}

/** Gives this process the keys. */
export const setProofKeys = (secrets: Parameters<typeof deriveProofKeys>[0]): void =>
  provideServices({ proofKeys: deriveProofKeys(secrets) })

export const getProofKeys = (): ProofKeys => getService('proofKeys')
