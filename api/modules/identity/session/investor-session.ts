/** Registration, sign-in, token refresh and sign-out of investors. */

import { createHmac } from 'node:crypto'
import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import {
  ACCESS_TOKEN_SECONDS,
  type AccountRealm,
  parseBearerToken,
  signAccessToken,
} from '#common/access-token'
import { createCsrfToken } from '#common/csrf-token'
import type { Logger } from '#common/logger'
import { getService, provideServices } from '#common/service-container'
import { ACCOUNT_DISABLED, SESSION_EXPIRED } from '#common/session-revocation'
import { isStrongPassword } from '#contract/identity/password-rules'
import type {
  RefreshBody,
  RegisterBody,
  SecondFactorRequired,
  SessionTokens,
  SignedIn,
  SignInBody,
  User,
} from '#contract/identity/session'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { prepareQuery } from '#db/prepared-queries'
import { users } from '#db/schema/identity/accounts'
import { factors } from '#db/schema/identity/second-factors'
import { queueConfirmationEmail } from '#modules/identity/accounts/email-confirmation'
import { requiresEmailConfirmation } from '#modules/identity/accounts/email-confirmation-rule'
import { isFormerEmail } from '#modules/identity/accounts/email-links'
import { describeDisabled } from '#modules/identity/email-disputes/open-disputes'
import { CHALLENGE_SECONDS, createSecondFactorChallenge } from '#modules/identity/second-factors/challenges'
import type { Account } from '#modules/identity/second-factors/factor-account'
import { hasFactor, listFactorMethods } from '#modules/identity/second-factors/factor-methods'
import { hasUnsavedRecoveryCodes } from '#modules/identity/second-factors/recovery-codes'
import type { SignInMethod } from '#shared/enums/factors'
import { normalizeLastName } from '#shared/full-name'
import { findPasswordRejection } from './common-passwords.ts'
import { type Attempt, createLockout, type Lockout, type LockoutLimits } from './lockout.ts'
import { hasCompletedOnboarding } from './onboarding-status.ts'
import { hashPassword, withHashSlot } from './passwords.ts'
import { toRevocationCode } from './revoked-sessions.ts'
import {
  type Client,
  exchangeRefreshToken,
  openSession,
  revokeSession,
  revokeSessionByToken,
} from './session-store.ts'
import { verifyPasswordWithLockout } from './sign-in-attempts.ts'
import { createSignInRecorder, type FailureReason, toFailureReason } from './sign-in-records.ts'

type UserRow = typeof users.$inferSelect

interface SessionOptions {
  /** The numbers of failed sign-ins that lock an account. */
  lockoutLimits: LockoutLimits
  /** Called for the failed attempt that locks an account for all networks. */
  onLocked: (attempt: Attempt) => void
  log: Logger
}

interface SessionState extends SessionOptions {
  lockout: Lockout
  recorder: ReturnType<typeof createSignInRecorder>
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Sign-in of investors and administrators. */
    sessions: SessionState
  }
}

/** Prepares this module; the database must be connected. Returns a handle that closes it. */
export function startSessionService(options: SessionOptions): { close(): Promise<void> } {
  const recorder = createSignInRecorder(options.log)
  provideServices({
    sessions: { ...options, lockout: createLockout(options.lockoutLimits, options.onLocked), recorder },
  })
  return { close: recorder.close }
}

const toUser = ({ closes_at, ...row }: UserRow): User => ({
  ...row,
  ...(requiresEmailConfirmation(row) && { must_confirm_email: true }),
  ...(closes_at && { closes_at: closes_at.toISOString() }),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

function renewed(row: UserRow, sessionId: string, refreshToken: string): SessionTokens {
  return {
    access_token: signAccessToken({ role: 'investor', id: row.id, sessionId }, getService('tokenSecret')),
    refresh_token: refreshToken,
    expires_in: ACCESS_TOKEN_SECONDS,
    user: toUser(row),
  }
}

const findByEmail = prepareQuery((db) =>
  db
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${sql.placeholder('email')})`, isNull(users.deleted_at)))
    .prepare('user_by_email'),
)

/** Throws `validation` for the field at `path` if the password is not allowed. */
export async function assertNewPassword(password: string, email: string, path = '/password'): Promise<void> {
  if (!isStrongPassword(password)) {
    throw invalidFieldProblem(
      path,
      'Password must be 8 to 128 characters long and contain an uppercase letter, a lowercase letter, a number and a special character',
    )
  }
  const refusal = await findPasswordRejection(password, email)
  if (refusal) throw invalidFieldProblem(path, refusal)
}

/**
 * Creates an account, signs it in and emails the link that confirms its address. Throws `conflict` if the email is in
 * use, or was until its owner changed it and can still reverse that.
 */
export async function register(body: RegisterBody, client: Client): Promise<SignedIn> {
  const { password, ...person } = body
  await assertNewPassword(password, person.email)
  const taken = () => new Problem('conflict', 'An account with this email already exists')
  const [existing] = await findByEmail().execute({ email: person.email })
  if (existing) throw taken()
  const password_hash = await withHashSlot({ address: client.address }, () => hashPassword(password))
  try {
    const signedInUser = await inTransaction(async () => {
      const [row] = await database()
        .insert(users)
        .values({
          ...person,
          last_name: normalizeLastName(person.last_name),
          password_hash,
          email_confirmed: false,
          last_login_at: sql`now()`,
        })
        .returning()
      if (!row) throw new Error('An insert returned no row')
      // After the insert, which has waited for any email change being committed.
      if (await isFormerEmail(person.email)) throw taken()
      await queueConfirmationEmail(row)
      const session = await openSession({ role: 'investor', id: row.id }, client, {
        signedInWith: 'password',
      })
      return { ...renewed(row, session.sessionId, session.refreshToken), underway: false }
    })
    const { id: accountId, email: name } = signedInUser.user
    getService('sessions').recorder.record({
      ...client,
      role: 'investor',
      name,
      accountId,
      failure: undefined,
    })
    return signedInUser
  } catch (error) {
    // Another registration was committed between the query and the insert.
    if (getUniqueViolation(error) === 'users_email_unique') throw taken()
    throw error
  }
}

const wrongCredentials = () => new Problem('invalid_credentials', 'Invalid email or password')

/** Condition: the account is unchanged since its password was checked. */
const isAsChecked = ({ id, password_hash }: UserRow) =>
  and(eq(users.id, id), eq(users.password_hash, password_hash), users.is_active, isNull(users.deleted_at))

const signedIn = async (
  row: UserRow,
  { sessionId, refreshToken }: { sessionId: string; refreshToken: string },
): Promise<SignedIn> => {
  const { user, ...tokens } = renewed(row, sessionId, refreshToken)
  const isUnkept = await hasUnsavedRecoveryCodes({ role: 'investor', id: row.id })
  return {
    ...tokens,
    user: { ...user, ...(isUnkept && { recovery_codes_unkept: true }) },
    underway: await hasCompletedOnboarding(row.id),
  }
}

/**
 * Opens a session if the account has not changed since its password was checked and has no second factor. The update
 * locks the row: a call that disables the account commits either before, and is seen here, or after, and ends this
 * session.
 */
function openCheckedSession(checked: UserRow, client: Client): Promise<SignedIn | undefined> {
  const ofAccount = database()
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.user_id, users.id), isNotNull(factors.confirmed_at)))
  return inTransaction(async () => {
    const [row] = await database()
      .update(users)
      .set({ last_login_at: sql`now()` })
      .where(and(isAsChecked(checked), notExists(ofAccount)))
      .returning()
    return (
      row &&
      signedIn(row, await openSession({ role: 'investor', id: row.id }, client, { signedInWith: 'password' }))
    )
  })
}

/** Asks for the second factor if the account has not changed since its password was checked. */
function challengeChecked(checked: UserRow): Promise<SecondFactorRequired | undefined> {
  return inTransaction(async () => {
    const [row] = await database().select().from(users).where(isAsChecked(checked)).for('no key update')
    return row && createSecondFactorResponse({ role: 'investor', id: row.id })
  })
}

/** The response to a correct password for an account with a second factor. */
export const createSecondFactorResponse = async (account: Account): Promise<SecondFactorRequired> => ({
  second_factor: {
    challenge: await createSecondFactorChallenge(account),
    methods: await listFactorMethods(account),
    expires_in: CHALLENGE_SECONDS,
  },
})

/**
 * Opens a session for an investor who has used a second factor; `claim` consumes it in the same transaction. Throws
 * `account_disabled`.
 */
export function openVerifiedSession(
  userId: number,
  client: Client,
  signedInWith: SignInMethod,
  claim: () => Promise<void>,
): Promise<SignedIn> {
  return inTransaction(async () => {
    const [row] = await database()
      .update(users)
      .set({ last_login_at: sql`now()` })
      .where(and(eq(users.id, userId), users.is_active, isNull(users.deleted_at)))
      .returning()
    if (!row) throw await describeDisabled({ role: 'investor', id: userId })
    await claim()
    return signedIn(row, await openSession({ role: 'investor', id: row.id }, client, { signedInWith }))
  })
}

/**
 * Signs an investor in, or asks for the second factor. Throws `invalid_credentials`, `account_disabled` (only with the
 * correct password), `locked` after too many failures, and `rate_limited` while too many passwords are queued.
 */
export async function signIn(
  { email, password }: SignInBody,
  client: Client,
): Promise<SignedIn | SecondFactorRequired> {
  let account: UserRow | undefined
  const attempt: Attempt = { role: 'investor', name: email, address: client.address }
  const record = (failure: FailureReason | undefined) =>
    getService('sessions').recorder.record({
      ...client,
      role: 'investor',
      name: email,
      accountId: account?.id,
      failure,
    })

  try {
    ;[account] = await findByEmail().execute({ email })
    // Also read for an unknown account, so that it takes as long.
    const needsFactor = await hasFactor({ role: 'investor', id: account?.id ?? 0 })
    const matches = await verifyPasswordWithLockout(attempt, password, account?.password_hash, {
      isLast: !needsFactor,
    })
    if (!matches || !account) {
      record(account ? 'wrong_password' : 'unknown_account')
      throw wrongCredentials()
    }
    // A sign-in is recorded once its second factor has been used.
    const response = await (needsFactor ? challengeChecked(account) : openCheckedSession(account, client))
    if (response) {
      if (!needsFactor) record(undefined)
      return response
    }
    // The account was disabled before, or deleted or given another password during the check.
    const [current] = await findByEmail().execute({ email })
    if (current?.id !== account.id || current.is_active) {
      record('wrong_password')
      throw wrongCredentials()
    }
    record('account_disabled')
    throw await describeDisabled({ role: 'investor', id: account.id })
  } catch (error) {
    const isRecorded = error instanceof Problem && /^(invalid_credentials|account_disabled)$/.test(error.code)
    if (!isRecorded) record(toFailureReason(error))
    throw error
  }
}

/**
 * Exchanges a refresh token for new tokens. Throws `session_expired`, or `account_disabled` while that is the reason.
 */
export async function refresh(body: RefreshBody): Promise<SessionTokens> {
  const { ownerId, ...session } = await renewSession('investor', body)
  const [row] = await database()
    .select()
    .from(users)
    .where(and(eq(users.id, ownerId), isNull(users.deleted_at)))
  if (!row) throw new Problem('session_expired', SESSION_EXPIRED)
  return renewed(row, session.sessionId, session.refreshToken)
}

/**
 * The random part of the next token in a refresh with a `renewal_id`: 256 bits derived from the token, the id and the
 * server's secret. A repeat thus gets the same response without a token ever being stored in plain text.
 */
function nameSuccessor({ refresh_token, renewal_id }: RefreshBody): Buffer | undefined {
  if (!renewal_id) return undefined
  return createHmac('sha256', getService('tokenSecret'))
    .update(`refresh-token\n${refresh_token}\n${renewal_id}`)
    .digest()
}

/** Exchanges the refresh token of a session of this role. Throws as {@link refresh} does. */
export async function renewSession(role: AccountRealm, body: RefreshBody) {
  const exchange = await exchangeRefreshToken(role, body.refresh_token, nameSuccessor(body))
  if (exchange.status === 'renewed') return exchange
  const code = toRevocationCode(exchange.reason)
  throw new Problem(code, code === 'account_disabled' ? ACCOUNT_DISABLED : SESSION_EXPIRED)
}

/**
 * Ends the session of an access token, expired or not, and of a refresh token. Never reveals whether there was one: the
 * client is signed out in any case.
 */
export async function signOut(authorization: string | null, refreshToken: string | undefined): Promise<void> {
  const reading = parseBearerToken(authorization, getService('tokenSecret'))
  if (reading.status !== 'invalid') await revokeSession(reading.caller.sessionId, 'signed_out')
  if (refreshToken) await revokeSessionByToken(refreshToken, 'signed_out')
}

/** Issues a CSRF token for a session, or for a visitor without one. */
export const issueCsrfToken = (sessionId: string | undefined): string =>
  createCsrfToken(sessionId ?? '', getService('tokenSecret'))
