/** Passkeys: WebAuthn credentials, verified by a library. Each needs its owner's fingerprint, face or PIN. */
import { isIP } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import { getService } from '#common/service-container'
import type {
  AuthenticationCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationCredential,
} from '#contract/identity/passkeys'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { factors } from '#db/schema/identity/second-factors'
import { type Account, type AccountSecurity, ownedByCondition, toAccount } from './factor-account.ts'

/** Loaded with the first passkey: the library is large and not needed at start. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Milliseconds for which a browser waits for its user. */
const TIMEOUT = 300_000

type Transports = NonNullable<
  Parameters<typeof import('@simplewebauthn/server').generateAuthenticationOptions>[0]['allowCredentials']
>[number]['transports']

/** The site's host name without `www.`, under which it can also be reached. */
const withoutWww = (hostname: string): string => hostname.replace(/^www\.(?=[^.]+\.)/, '')

/**
 * The domain that passkeys belong to: `example.com` for `www.example.com`, so that both names share them; undefined if
 * the site is reached by an IP address.
 */
function findDomain(): string | undefined {
  const { hostname } = new URL(getService('publicOrigin'))
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? withoutWww(hostname) : undefined
}

/** The origins from which a passkey may be used: the site with and without `www.`. */
function originsOfSite(): string[] {
  const { protocol, host } = new URL(getService('publicOrigin'))
  const bare = withoutWww(host)
  return bare.includes('.')
    ? [`${protocol}//${bare}`, `${protocol}//www.${bare}`]
    : [getService('publicOrigin')]
}

const USER_VERIFIED = 0x04
/** Position of the flags, after the domain's hash. */
const FLAGS_AT = 32

/** The message for a passkey used without its owner's fingerprint, face or PIN. */
export const NOT_VERIFIED =
  'This passkey did not ask for your fingerprint, face or PIN. Set up a PIN or screen lock on the device or security key, then try again.'

/** Whether the authenticator has verified its owner, rather than only a touch. */
const isVerified = (authenticatorData: Uint8Array): boolean =>
  ((authenticatorData[FLAGS_AT] ?? 0) & USER_VERIFIED) !== 0

/** Why a signature was rejected, if it was made without fingerprint, face or PIN. */
export const explainSignature = ({ response }: AuthenticationCredential): string | undefined =>
  isVerified(Buffer.from(response.authenticatorData, 'base64url')) ? undefined : NOT_VERIFIED

/** The same as {@link explainSignature} for a new passkey. An unreadable one has no such reason. */
export async function explainNewPasskey({ response }: RegistrationCredential): Promise<string | undefined> {
  try {
    const attestation = Buffer.from(response.attestationObject, 'base64url')
    const authData = (await helpers()).decodeAttestationObject(new Uint8Array(attestation)).get('authData')
    return isVerified(authData) ? undefined : NOT_VERIFIED
  } catch {
    return undefined
  }
}

/** Whether passkeys can be used at this site's address. */
export const arePasskeysAvailable = (): boolean => findDomain() !== undefined

function domainOfSite(): string {
  const domain = findDomain()
  if (domain !== undefined) return domain
  throw new Problem(
    'conflict',
    'Passkeys are unavailable because this site is accessed through an IP address.',
  )
}

/** The id under which an authenticator stores an account's passkeys. It identifies no one. */
const handleOf = ({ role, id }: Account): string => `${role}-${id}`

const ofAccount = (account: Account) =>
  database()
    .select({ id: factors.credential_id, transports: factors.transports })
    .from(factors)
    .where(and(ownedByCondition(factors, account), eq(factors.kind, 'passkey')))

const descriptorsOf = async (account: Account) =>
  (await ofAccount(account)).map(({ id, transports }) => ({
    id: id ?? '',
    transports: transports as Transports,
  }))

/** The options for creating a passkey. Throws `conflict` if the site has no domain. */
export async function buildPasskeyCreationOptions(
  account: AccountSecurity,
  challenge: string,
  siteName: string,
): Promise<PasskeyCreationOptions> {
  const rpID = domainOfSite()
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpID,
    rpName: siteName,
    userName: account.name,
    userDisplayName: account.displayName,
    userID: new TextEncoder().encode(handleOf(account)),
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: await descriptorsOf(account),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options as PasskeyCreationOptions
}

/**
 * The options for requesting a signature: from any passkey of the site, or from one of the account's. Throws
 * `conflict`.
 */
export async function buildPasskeyRequestOptions(
  challenge: string,
  account?: Account,
): Promise<PasskeyRequestOptions> {
  const rpID = domainOfSite()
  const allowed = account ? await descriptorsOf(account) : []
  if (account && allowed.length === 0) throw new Problem('conflict', 'This account has no passkey.')
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID,
    allowCredentials: allowed,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: TIMEOUT,
    userVerification: 'required',
  })
  return { allowCredentials: [], ...options } as PasskeyRequestOptions
}

/** The challenge that an authenticator claims to have signed; undefined if unreadable. */
export async function getSignedChallenge({
  response,
}: {
  response: { clientDataJSON: string }
}): Promise<string | undefined> {
  try {
    const { challenge } = (await helpers()).decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** What is stored for a new passkey; undefined if it does not answer the challenge. Throws `conflict`. */
export async function verifyRegistration(credential: RegistrationCredential, challenge: string) {
  const expectedRPID = domainOfSite()
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: originsOfSite(),
      expectedRPID,
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      sign_count: counter,
      transports: transports ?? [],
    }
  } catch {
    // The library throws on any mismatch: another origin, challenge, domain or format.
    return undefined
  }
}

/** The account and the factor of a stored passkey; undefined for an unknown one. */
export async function findPasskey(credentialId: string) {
  const [row] = await database()
    .select()
    .from(factors)
    .where(and(eq(factors.credential_id, credentialId), eq(factors.kind, 'passkey')))
  return row && { ...row, account: toAccount(row) }
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Whether the credential is the passkey's signature of the challenge. Throws `conflict`. */
export async function verifyAssertion(
  { id, account, credential_id, public_key, sign_count }: StoredPasskey,
  credential: AuthenticationCredential,
  challenge: string,
): Promise<boolean> {
  const expectedRPID = domainOfSite()
  const { userHandle } = credential.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== handleOf(account)) return false
  const { verifyAuthenticationResponse } = await library()
  let newCount: number
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: originsOfSite(),
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id: credential_id ?? '',
        publicKey: new Uint8Array(Buffer.from(public_key ?? '', 'base64url')),
        counter: sign_count,
      },
    })
    if (!verified) return false
    newCount = authenticationInfo.newCounter
  } catch {
    return false
  }
  const used = await database()
    .update(factors)
    .set({ sign_count: newCount, last_used_at: sql`now()` })
    .where(eq(factors.id, id))
    .returning({ id: factors.id })
  return used.length > 0
}
