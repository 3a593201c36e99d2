/** Passkeys: WebAuthn credentials, verified by a library. Each needs its owner's fingerprint, face or PIN. */
import { isIP } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import { partOf } from '#common/process-state'
import type { CreationOptions, NewCredential, RequestOptions, SignedCredential } from '#contract/passkeys'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { factors } from '#db/schema/factors'
import { type Account, type AccountFacts, accountOf, ownedBy } from './account.ts'

/** Loaded with the first passkey: the library is large, and a start does not need it. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Milliseconds for which a browser waits for its user. */
const TIMEOUT = 300_000

type Transports = NonNullable<
  Parameters<typeof import('@simplewebauthn/server').generateAuthenticationOptions>[0]['allowCredentials']
>[number]['transports']

/** The name of a site without `www.`, which it can be reached by, too. */
const withoutWww = (hostname: string): string => hostname.replace(/^www\.(?=[^.]+\.)/, '')

/**
 * The domain that passkeys belong to: of `www.example.com` it is `example.com`, so that both names share them; undefined
 * where the site is reached by an IP address.
 */
function findDomain(): string | undefined {
  const { hostname } = new URL(partOf('publicOrigin'))
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? withoutWww(hostname) : undefined
}

/** The origins that a passkey may be used from: the site with `www.` and without. */
function originsOfSite(): string[] {
  const { protocol, host } = new URL(partOf('publicOrigin'))
  const bare = withoutWww(host)
  return bare.includes('.') ? [`${protocol}//${bare}`, `${protocol}//www.${bare}`] : [partOf('publicOrigin')]
}

const USER_VERIFIED = 0x04
/** Where the flags are, behind the hash of the domain. */
const FLAGS_AT = 32

/** What is said about a passkey that was used without its owner's fingerprint, face or PIN. */
export const NOT_VERIFIED =
  'This passkey did not ask for your fingerprint, face or PIN. Set up a PIN or screen lock on the device or security key, then try again.'

/** Whether the authenticator has verified its owner, and not only that somebody touched it. */
const isVerified = (authenticatorData: Uint8Array): boolean =>
  ((authenticatorData[FLAGS_AT] ?? 0) & USER_VERIFIED) !== 0

/** Why a signature was not accepted, where it was made without fingerprint, face or PIN. */
export const explainSignature = ({ response }: SignedCredential): string | undefined =>
  isVerified(Buffer.from(response.authenticatorData, 'base64url')) ? undefined : NOT_VERIFIED

/** As {@link explainSignature}, of a new passkey. One that cannot be read has no such reason. */
export async function explainNewPasskey({ response }: NewCredential): Promise<string | undefined> {
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
  throw new Problem('conflict', 'Passkeys need a domain, and this site is reached by an IP address.')
}

/** What an authenticator stores the passkeys of an account under. It names nobody. */
const handleOf = ({ role, id }: Account): string => `${role}-${id}`

const ofAccount = (account: Account) =>
  database()
    .select({ id: factors.credential_id, transports: factors.transports })
    .from(factors)
    .where(and(ownedBy(factors, account), eq(factors.kind, 'passkey')))

const descriptorsOf = async (account: Account) =>
  (await ofAccount(account)).map(({ id, transports }) => ({
    id: id ?? '',
    transports: transports as Transports,
  }))

/** The options to make a passkey. Throws `conflict` where the site has no domain. */
export async function makeCreationOptions(
  account: AccountFacts,
  challenge: string,
  siteName: string,
): Promise<CreationOptions> {
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
  return options as CreationOptions
}

/** The options to ask for a signature: of any passkey of the site, or of one of the account's. Throws `conflict`. */
export async function makeRequestOptions(challenge: string, account?: Account): Promise<RequestOptions> {
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
  return { allowCredentials: [], ...options } as RequestOptions
}

/** The challenge that an authenticator says it has signed; undefined when that cannot be read. */
export async function challengeOf({
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

/** What is stored of a new passkey; undefined when it does not answer the challenge. Throws `conflict`. */
export async function readNewPasskey(credential: NewCredential, challenge: string) {
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
    // The library throws about whatever does not fit: another origin, challenge, domain or format.
    return undefined
  }
}

/** The account and the factor of a stored passkey; undefined for an unknown one. */
export async function findPasskey(credentialId: string) {
  const [row] = await database()
    .select()
    .from(factors)
    .where(and(eq(factors.credential_id, credentialId), eq(factors.kind, 'passkey')))
  return row && { ...row, account: accountOf(row) }
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Whether the credential is the passkey's signature of the challenge. Throws `conflict`. */
export async function checkPasskey(
  { id, account, credential_id, public_key, sign_count }: StoredPasskey,
  credential: SignedCredential,
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
