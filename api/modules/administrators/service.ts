/** Administrators: sign-in, token refresh and profile. */

import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '#common/access-token'
import type { Actor } from '#common/actor'
import type { AdminAccess } from '#common/admin-access'
import { partOf } from '#common/process-state'
import type {
  AdministratorProfile,
  AdminProfileBody,
  AdminSignedIn,
  AdminSignInBody,
} from '#contract/administrators'
import { auditActions } from '#contract/audit'
import { invalidField, Problem } from '#contract/problem'
import type { Administrator, RefreshBody, SecondFactorNeeded } from '#contract/session'
import { database, inTransaction } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { factors } from '#db/schema/factors'
import { changeEmail } from '#modules/accounts/email'
import { endLinks } from '#modules/accounts/links'
import type { OwnCall } from '#modules/accounts/own-password'
import { recordAudit, recordDeniedSignIn } from '#modules/audit/service'
import { explainDisabled } from '#modules/email-disputes/open'
import { hasFactor } from '#modules/factors/methods'
import { areCodesUnkept } from '#modules/factors/recovery-codes'
import { verifyPasswordLimited } from '#modules/session/attempts'
import type { Attempt } from '#modules/session/lockout'
import { type FailureReason, failureOf } from '#modules/session/login-records'
import { hashPassword, withHashSlot } from '#modules/session/passwords'
import { checkNewPassword, needSecondFactor, renewSession } from '#modules/session/service'
import { type Client, openSession, syncRevokedAdmin } from '#modules/session/session-store'
import type { SignInMethod } from '#shared/enums/factors'
import { checkNames, explainTaken } from './names.ts'

type AdminRow = typeof admins.$inferSelect

interface AdminClient extends Client {
  /** The value of `X-Admin-Path`. */
  path: string | null
  requestId: string
}

declare module '#common/process-state' {
  interface ProcessState {
    /** The administrators' secret path and the networks they may connect from. */
    adminAccess: AdminAccess
    /** Whether administrators without a second factor can only set one up. */
    isAdminFactorRequired: boolean
  }
}

/** Throws `not_found` for a wrong path and `admin_network` for an IP address outside the allowed networks. */
export function checkAccess(path: string | null, address: string): void {
  partOf('adminAccess').check(path, address)
}

/** The networks from which administrators may connect, as the server was started. */
export function readAccessRules(address: string) {
  return { ...partOf('adminAccess').rules, your_address: address }
}

const toAdministrator = ({ id, username, email }: AdminRow): Administrator => ({ id, username, email })

/** The own account, with what its owner may do. */
const toProfile = (row: AdminRow): AdministratorProfile => ({ ...toAdministrator(row), roles: row.roles })

/**
 * The session of an administrator; until a password of their own is chosen, and then a required second factor set up,
 * it opens nothing else.
 */
async function signedIn(
  row: AdminRow,
  session: { sessionId: string; refreshToken: string },
): Promise<AdminSignedIn> {
  const account = { role: 'admin' as const, id: row.id }
  const mustSetUpFactor = partOf('isAdminFactorRequired') && !(await hasFactor(account))
  const mustChangePassword = row.must_change_password
  const isUnkept = await areCodesUnkept(account)
  const caller = {
    ...account,
    sessionId: session.sessionId,
    mustChangePassword,
    mustSetUpFactor,
    adminRoles: row.roles,
  }
  return {
    access_token: signAccessToken(caller, partOf('tokenSecret')),
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
    // A user name takes precedence over another account's equal email.
    .orderBy(sql`lower(${admins.username}) = lower(${name}) desc`)
    .limit(1)
  return row
}

/** Condition: the account is as it was when its password was checked. */
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
function challengeChecked(checked: AdminRow): Promise<SecondFactorNeeded | undefined> {
  return inTransaction(async () => {
    const [row] = await database().select().from(admins).where(isAsChecked(checked)).for('no key update')
    return row && needSecondFactor({ role: 'admin', id: row.id })
  })
}

/**
 * Opens a session of an administrator who has shown a second factor; `claim` uses that up, in the same transaction.
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
    if (!row) throw await explainDisabled({ role: 'admin', id: adminId })
    await claim()
    return openRecorded(row, client, signedInWith)
  })
}

/**
 * Signs an administrator in, by user name or email, or asks for the second factor. Throws `not_found` for a wrong path, `admin_network`,
 * `invalid_credentials`, `account_disabled` (with the right password only), `locked`, `rate_limited`.
 */
export async function signInAdministrator(
  { username, password }: AdminSignInBody,
  client: AdminClient,
): Promise<AdminSignedIn | SecondFactorNeeded> {
  let account: AdminRow | undefined
  const record = async (failure: FailureReason | undefined, action: string = auditActions.refusedSignIn) => {
    partOf('sessions').recorder.record({
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
    checkAccess(client.path, client.address)
  } catch (error) {
    if (error instanceof Problem && error.code === 'admin_network') {
      const event = {
        action: auditActions.refusedSignIn,
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
    // Read for an unknown account, too, so that it takes as long.
    const needsFactor = await hasFactor({ role: 'admin', id: account?.id ?? 0 })
    const matches = await verifyPasswordLimited(attempt, password, account?.password_hash, {
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
      // A sign-in is recorded when its second factor was shown.
      if (!needsFactor) await record(undefined)
      return response
    }
    const current = await findByName(username)
    const isDisabled = current?.id === account.id && !current.is_active
    await record(isDisabled ? 'account_disabled' : 'wrong_password')
    throw isDisabled ? await explainDisabled({ role: 'admin', id: account.id }) : wrong()
  } catch (error) {
    if (!isRecorded) await record(failureOf(error)).catch(() => undefined)
    throw error
  }
}

/**
 * Exchanges an administrator's refresh token for new tokens. Throws as the investors' token refresh does, and for a
 * wrong path or network.
 */
export async function renewAdministrator(
  body: RefreshBody,
  { path, address }: Pick<AdminClient, 'path' | 'address'>,
): Promise<AdminSignedIn> {
  checkAccess(path, address)
  const { ownerId, ...session } = await renewSession('admin', body)
  return signedIn(await findAdministrator(ownerId), session)
}

/** Throws `not_found` for a deleted account. */
async function findAdministrator(adminId: number): Promise<AdminRow> {
  const [row] = await database().select().from(admins).where(eq(admins.id, adminId))
  if (!row) throw new Problem('not_found', 'There is no such administrator.')
  return row
}

/** The administrator with this id. */
export const readAdministrator = async (adminId: number): Promise<AdministratorProfile> =>
  toProfile(await findAdministrator(adminId))

const notCurrent = () => invalidField('/currentPassword', 'The current password is not right')

async function hashOfNewPassword(
  row: AdminRow,
  body: AdminProfileBody,
  { address }: Actor,
): Promise<string | undefined> {
  if (!body.newPassword) return undefined
  if (!body.currentPassword) {
    throw invalidField('/currentPassword', 'Current password is required to change password')
  }
  await checkNewPassword(body.newPassword, body.email ?? row.email, '/newPassword')
  const { newPassword } = body
  const attempt: Attempt = { role: 'admin', name: row.username, address }
  if (!(await verifyPasswordLimited(attempt, body.currentPassword, row.password_hash))) throw notCurrent()
  return withHashSlot({ address }, () => hashPassword(newPassword))
}

/** Asks for another email, as the calls of investors do. Throws `validation`, at `/currentPassword` too. */
async function askForEmail(
  { email: present }: AdminRow,
  { email, currentPassword, newPassword }: AdminProfileBody,
  call: OwnCall,
): Promise<void> {
  if (email === undefined || email.toLowerCase() === present.toLowerCase()) return
  if (!currentPassword) throw invalidField('/currentPassword', 'Current password is required to change email')
  if (newPassword) {
    throw invalidField('/email', 'Change your email and your password one after the other')
  }
  try {
    await changeEmail(call, { email, current_password: currentPassword })
  } catch (error) {
    const isWrong =
      error instanceof Problem && error.details?.some(({ path }) => path === '/current_password')
    throw isWrong ? notCurrent() : error
  }
}

/**
 * Changes the name and, given the current one, the password. Another email is asked for, given the current password: it
 * is used once its mailbox has confirmed it. A new password ends all sessions, including the current one, and a change
 * of email that waits. Throws `validation` (a wrong current password included) and `conflict` for a name or email in use.
 */
export async function updateAdministrator(
  adminId: number,
  body: AdminProfileBody,
  call: OwnCall & { actor: Actor },
): Promise<AdministratorProfile> {
  const { actor } = call
  const row = await findAdministrator(adminId)
  // A call that is refused for its name must not have mailed a link before.
  await inTransaction(() => checkNames(adminId, { username: body.username }))
  await askForEmail(row, body, call)
  const passwordHash = await hashOfNewPassword(row, body, actor)
  try {
    return await inTransaction(async () => {
      await checkNames(adminId, { username: body.username })
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
      if (passwordHash) for (const kind of ['reset', 'change'] as const) await endLinks({ adminId }, kind)
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
    throw explainTaken(error)
  }
}
