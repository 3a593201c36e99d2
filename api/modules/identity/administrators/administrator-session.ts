/** Administrators: sign-in, token refresh and profile. */

import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '#common/access-token'
import type { AdminAccess } from '#common/admin-access'
import type { Actor } from '#common/audit-actor'
import { getService } from '#common/service-container'
import type {
  AdministratorProfile,
  AdminProfileBody,
  AdminSignedIn,
  AdminSignInBody,
} from '#contract/identity/admin-account'
import type { Administrator, RefreshBody, SecondFactorRequired } from '#contract/identity/session'
import { auditActions } from '#contract/platform/audit'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { admins } from '#db/schema/identity/accounts'
import { factors } from '#db/schema/identity/second-factors'
import { requestEmailChange } from '#modules/identity/accounts/email-change'
import { revokeLinks } from '#modules/identity/accounts/email-links'
import type { AccountRequest } from '#modules/identity/accounts/password-change'
import { describeDisabled } from '#modules/identity/email-disputes/open-disputes'
import { hasFactor } from '#modules/identity/second-factors/factor-methods'
import { hasUnsavedRecoveryCodes } from '#modules/identity/second-factors/recovery-codes'
import {
  assertNewPassword,
  createSecondFactorResponse,
  renewSession,
} from '#modules/identity/session/investor-session'
import type { Attempt } from '#modules/identity/session/lockout'
import { hashPassword, withHashSlot } from '#modules/identity/session/passwords'
import { type Client, openSession, syncRevokedAdmin } from '#modules/identity/session/session-store'
import { verifyPasswordWithLockout } from '#modules/identity/session/sign-in-attempts'
import { type FailureReason, toFailureReason } from '#modules/identity/session/sign-in-records'
import { recordAudit, recordDeniedSignIn } from '#modules/platform/audit/audit-log'
import type { SignInMethod } from '#shared/enums/factors'
import { assertNamesAvailable, describeTakenName } from './administrator-usernames.ts'

type AdminRow = typeof admins.$inferSelect

interface AdminClient extends Client {
  /** The value of `X-Admin-Path`. */
  path: string | null
  requestId: string
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** The administrators' secret path and the networks they may connect from. */
    adminAccess: AdminAccess
    /** Whether administrators without a second factor can only set one up. */
    isAdminFactorRequired: boolean
  }
}

/** Throws `not_found` for a wrong path and `admin_network` for an IP address outside the allowed networks. */
export function assertAdminAccess(path: string | null, address: string): void {
  getService('adminAccess').check(path, address)
}

/** The networks from which administrators may connect, as configured at start. */
export function getAccessRules(address: string) {
  return { ...getService('adminAccess').rules, your_address: address }
}

const toAdministrator = ({ id, username, email }: AdminRow): Administrator => ({ id, username, email })

/** The administrator's own account, with its permissions. */
const toProfile = (row: AdminRow): AdministratorProfile => ({ ...toAdministrator(row), roles: row.roles })

/**
 * An administrator's session; until the administrator has chosen a password and then set up a required second factor,
 * it gives access to nothing else.
 */
async function signedIn(
  row: AdminRow,
  session: { sessionId: string; refreshToken: string },
): Promise<AdminSignedIn> {
  const account = { role: 'admin' as const, id: row.id }
  const mustSetUpFactor = getService('isAdminFactorRequired') && !(await hasFactor(account))
  const mustChangePassword = row.must_change_password
  const isUnkept = await hasUnsavedRecoveryCodes(account)
  const caller = {
    ...account,
    sessionId: session.sessionId,
    mustChangePassword,
    mustSetUpFactor,
    adminRoles: row.roles,
  }
  return {
    access_token: signAccessToken(caller, getService('tokenSecret')),
    refresh_token: session.refreshToken,
    expires_in: ACCESS_TOKEN_SECONDS,
    user: {
      ...toAdministrator(row),
      ...(isUnkept && { recovery_codes_unkept: true }),
      ...(mustChangePassword && { must_change_password: true }),
      ...(mustSetUpFactor && { must_set_up_factor: true }),
    },
  }
}

async function findByName(name: string): Promise<AdminRow | undefined> {
  const [row] = await database()
    .select()
    .from(admins)
    .where(
      and(
        isNull(admins.deleted_at),
        sql`(lower(${admins.username}) = lower(${name}) or lower(${admins.email}) = lower(${name}))`,
      ),
    )
    // A username takes precedence over another account's equal email.
    .orderBy(sql`lower(${admins.username}) = lower(${name}) desc`)
    .limit(1)
  return row
}

/** Condition: the account is unchanged since its password was checked. */
const isAsChecked = ({ id, password_hash }: AdminRow) =>
  and(eq(admins.id, id), eq(admins.password_hash, password_hash), admins.is_active)

/** Opens a session of a locked row, and records it. */
async function openRecorded(
  row: AdminRow,
  client: AdminClient,
  signedInWith: SignInMethod,
): Promise<AdminSignedIn> {
  const session = await openSession({ role: 'admin', id: row.id }, client, { signedInWith })
  const signedInAdmin = await signedIn(row, session)
  await recordAudit(
    { ...client, adminId: row.id },
    { action: auditActions.signIn, entity: 'admin', entityId: row.id },
  )
  return signedInAdmin
}

/**
 * Opens a session if the account has not changed since its password was checked, and has no second factor; see the
 * investors' function.
 */
function openCheckedSession(checked: AdminRow, client: AdminClient): Promise<AdminSignedIn | undefined> {
  const ofAccount = database()
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.admin_id, admins.id), isNotNull(factors.confirmed_at)))
  return inTransaction(async () => {
    const [row] = await database()
      .update(admins)
      .set({ last_login_at: sql`now()` })
      .where(and(isAsChecked(checked), notExists(ofAccount)))
      .returning()
    return row && openRecorded(row, client, 'password')
  })
}

/** Asks for the second factor if the account has not changed since its password was checked. */
function challengeChecked(checked: AdminRow): Promise<SecondFactorRequired | undefined> {
  return inTransaction(async () => {
    const [row] = await database().select().from(admins).where(isAsChecked(checked)).for('no key update')
    return row && createSecondFactorResponse({ role: 'admin', id: row.id })
  })
}

/**
 * Opens a session for an administrator who has used a second factor; `claim` consumes it in the same transaction.
 * Throws `account_disabled`.
 */
export function openAdministratorSession(
  adminId: number,
  client: AdminClient,
  signedInWith: SignInMethod,
  claim: () => Promise<void>,
): Promise<AdminSignedIn> {
  return inTransaction(async () => {
    const [row] = await database()
      .update(admins)
      .set({ last_login_at: sql`now()` })
      .where(and(eq(admins.id, adminId), admins.is_active))
      .returning()
    if (!row) throw await describeDisabled({ role: 'admin', id: adminId })
    await claim()
    return openRecorded(row, client, signedInWith)
  })
}

/**
 * Signs an administrator in by username or email, or asks for the second factor. Throws `not_found` for a wrong path,
 * `admin_network`, `invalid_credentials`, `account_disabled` (only with the correct password), `locked`,
 * `rate_limited`.
 */
export async function signInAdministrator(
  { username, password }: AdminSignInBody,
  client: AdminClient,
): Promise<AdminSignedIn | SecondFactorRequired> {
  let account: AdminRow | undefined
  const record = async (failure: FailureReason | undefined, action: string = auditActions.deniedSignIn) => {
    getService('sessions').recorder.record({
      ...client,
      role: 'admin',
      name: username,
      accountId: account?.id,
      failure,
    })
    if (failure) {
      const event = { action, entity: 'admin', entityId: account?.id, after: { reason: failure } }
      await recordDeniedSignIn({ ...client, adminId: undefined }, { ...event, name: username })
    }
  }
  try {
    assertAdminAccess(client.path, client.address)
  } catch (error) {
    if (error instanceof Problem && error.code === 'admin_network') {
      const event = {
        action: auditActions.deniedSignIn,
        entity: 'admin',
        after: { reason: 'admin_network' },
      }
      await recordDeniedSignIn({ ...client, adminId: undefined }, { ...event, name: username })
    }
    throw error
  }

  const wrong = () => new Problem('invalid_credentials', 'Invalid username or password')
  let isRecorded = false
  try {
    account = await findByName(username)
    const name = account?.username ?? username
    const attempt: Attempt = { role: 'admin', name, address: client.address }
    // Also read for an unknown account, so that it takes as long.
    const needsFactor = await hasFactor({ role: 'admin', id: account?.id ?? 0 })
    const matches = await verifyPasswordWithLockout(attempt, password, account?.password_hash, {
      isLast: !needsFactor,
    })
    if (!matches || !account) {
      isRecorded = true
      await record(account ? 'wrong_password' : 'unknown_account')
      throw wrong()
    }
    const response = await (needsFactor ? challengeChecked(account) : openCheckedSession(account, client))
    isRecorded = true
    if (response) {
      // A sign-in is recorded once its second factor has been used.
      if (!needsFactor) await record(undefined)
      return response
    }
    const current = await findByName(username)
    const isDisabled = current?.id === account.id && !current.is_active
    await record(isDisabled ? 'account_disabled' : 'wrong_password')
    throw isDisabled ? await describeDisabled({ role: 'admin', id: account.id }) : wrong()
  } catch (error) {
    if (!isRecorded) await record(toFailureReason(error)).catch(() => undefined)
    throw error
  }
}

/**
 * Exchanges an administrator's refresh token for new tokens. Throws as the investors' token refresh does, and for a
 * wrong path or network.
 */
export async function refreshAdministratorSession(
  body: RefreshBody,
  { path, address }: Pick<AdminClient, 'path' | 'address'>,
): Promise<AdminSignedIn> {
  assertAdminAccess(path, address)
  const { ownerId, ...session } = await renewSession('admin', body)
  return signedIn(await findAdministrator(ownerId), session)
}

/** Throws `not_found` for a deleted account. */
async function findAdministrator(adminId: number): Promise<AdminRow> {
  const [row] = await database().select().from(admins).where(eq(admins.id, adminId))
  if (!row) throw new Problem('not_found', 'Administrator not found.')
  return row
}

/** The administrator with this id. */
export const getAdministrator = async (adminId: number): Promise<AdministratorProfile> =>
  toProfile(await findAdministrator(adminId))

const notCurrent = () => invalidFieldProblem('/currentPassword', 'Current password is incorrect')

async function hashOfNewPassword(
  row: AdminRow,
  body: AdminProfileBody,
  { address }: Actor,
): Promise<string | undefined> {
  if (!body.newPassword) return undefined
  if (!body.currentPassword) {
    throw invalidFieldProblem('/currentPassword', 'Current password is required to change password')
  }
  await assertNewPassword(body.newPassword, body.email ?? row.email, '/newPassword')
  const { newPassword } = body
  const attempt: Attempt = { role: 'admin', name: row.username, address }
  if (!(await verifyPasswordWithLockout(attempt, body.currentPassword, row.password_hash))) throw notCurrent()
  return withHashSlot({ address }, () => hashPassword(newPassword))
}

/** Requests a new email, like the investors' endpoints. Throws `validation`, also at `/currentPassword`. */
async function askForEmail(
  { email: present }: AdminRow,
  { email, currentPassword, newPassword }: AdminProfileBody,
  call: AccountRequest,
): Promise<void> {
  if (email === undefined || email.toLowerCase() === present.toLowerCase()) return
  if (!currentPassword)
    throw invalidFieldProblem('/currentPassword', 'Current password is required to change email')
  if (newPassword) {
    throw invalidFieldProblem('/email', 'Change your email and password separately')
  }
  try {
    await requestEmailChange(call, { email, current_password: currentPassword })
  } catch (error) {
    const isWrong =
      error instanceof Problem && error.details?.some(({ path }) => path === '/current_password')
    throw isWrong ? notCurrent() : error
  }
}

/**
 * Changes the name and, given the current one, the password. A new email is requested, given the current password: it
 * takes effect once its mailbox has confirmed it. A new password ends all sessions, including the current one, and a
 * pending email change. Throws `validation` (also for a wrong current password) and `conflict` for a name or email in
 * use.
 */
export async function updateAdministrator(
  adminId: number,
  body: AdminProfileBody,
  call: AccountRequest & { actor: Actor },
): Promise<AdministratorProfile> {
  const { actor } = call
  const row = await findAdministrator(adminId)
  // A call rejected for its name must not have emailed a link before.
  await inTransaction(() => assertNamesAvailable(adminId, { username: body.username }))
  await askForEmail(row, body, call)
  const passwordHash = await hashOfNewPassword(row, body, actor)
  try {
    return await inTransaction(async () => {
      await assertNamesAvailable(adminId, { username: body.username })
      const [changed] = await database()
        .update(admins)
        // Omitted fields are set to themselves, so that the statement is never empty.
        .set({
          username: body.username ?? sql`${admins.username}`,
          password_hash: passwordHash,
          ...(passwordHash && { must_change_password: false }),
        })
        // A new password replaces only the one that was checked.
        .where(
          and(eq(admins.id, adminId), passwordHash ? eq(admins.password_hash, row.password_hash) : undefined),
        )
        .returning()
      if (!changed) throw notCurrent()
      if (passwordHash) for (const kind of ['reset', 'change'] as const) await revokeLinks({ adminId }, kind)
      await syncRevokedAdmin(adminId)
      await recordAudit(actor, {
        action: passwordHash ? 'admin.change_password' : 'admin.update',
        entity: 'admin',
        entityId: adminId,
        before: toAdministrator(row),
        after: toAdministrator(changed),
        changed: changed.updated_at.getTime() !== row.updated_at.getTime(),
      })
      return toProfile(changed)
    })
  } catch (error) {
    throw describeTakenName(error)
  }
}
