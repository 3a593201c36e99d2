/**
 * Second factors of an account: list, set up, remove. Each change is reported to the account's owner, and for
 * administrators in the audit log.
 */
import { and, asc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { getService } from '#common/service-container'
import type { Factor, TotpSetup } from '#contract/identity/factors'
import type { PasskeyCreationOptions, RegistrationCredential } from '#contract/identity/passkeys'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { lockedRowsCondition } from '#db/row-locks'
import { sessions } from '#db/schema/identity/accounts'
import { factors } from '#db/schema/identity/second-factors'
import { notifications } from '#db/schema/messaging/notifications'
import { outbox } from '#db/schema/messaging/outbox'
import { settings } from '#db/schema/platform/settings'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'
import { getClientContext } from '#modules/identity/account-activity/client-context'
import { createLink, toLinkOwner } from '#modules/identity/accounts/email-links'
import type { Attempt } from '#modules/identity/session/lockout'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { brandName } from '#shared/brand'
import { factorChangedEmail } from '#shared/email/account-emails'
import type { AccountEventType } from '#shared/enums/account-events'
import type { FactorType } from '#shared/enums/factors'
import { consumePasskeyChallenge, createPasskeyChallenge, storePasskeyChallenge } from './challenges.ts'
import {
  type Account,
  findAccountByName,
  getAccount,
  lockAccount,
  ownedByCondition,
  toOwnerColumns,
} from './factor-account.ts'
import { CLOCK_HINT, generateTotpSecret, getCodeTimeStep } from './one-time-codes.ts'
import {
  arePasskeysAvailable,
  buildPasskeyCreationOptions,
  explainNewPasskey,
  getSignedChallenge,
  verifyRegistration,
} from './passkeys.ts'
import {
  acknowledgeRecoveryCodes,
  countRecoveryCodes,
  deleteRecoveryCodes,
  generateRecoveryCodes,
  storeRecoveryCodes,
} from './recovery-codes.ts'

/** Factors of one account. */
const FACTORS_MAX = 20

/** The account whose factors change, and the request behind it. */
export interface FactorOwner {
  account: Account
  sessionId: string
  actor: Actor
  userAgent: string
}

const shownNames: Record<FactorType, string> = { passkey: 'Passkey', totp: 'Authenticator app' }

const columns = {
  id: factors.id,
  kind: factors.kind,
  name: factors.name,
  created_at: factors.created_at,
  last_used_at: factors.last_used_at,
}

type Row = { [Name in keyof typeof columns]: (typeof factors.$inferSelect)[Name] }

const toFactor = (row: Row): Factor => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/**
 * When a factor started to count at the latest: authenticator apps are set up some minutes before they are confirmed.
 */
const isAddedSince = (since: Date) =>
  sql`coalesce(${factors.confirmed_at}, ${factors.created_at}) >= ${since.toISOString()}::timestamptz`

const isConfirmed = (account: Account) =>
  and(ownedByCondition(factors, account), isNotNull(factors.confirmed_at))

/** The name of the site, as authenticators show it. */
async function readSiteName(): Promise<string> {
  const [row] = await database().select({ name: settings.site_name }).from(settings).limit(1)
  return row?.name || brandName
}

/** The confirmed factors of an account, oldest first. */
export async function listFactors(account: Account) {
  const rows = await database()
    .select(columns)
    .from(factors)
    .where(isConfirmed(account))
    .orderBy(asc(factors.id))
  const { left, unkept } = await countRecoveryCodes(account)
  return {
    factors: rows.map(toFactor),
    recovery_codes_left: left,
    recovery_codes_kept: unkept === 0,
    passkeys_available: arePasskeysAvailable(),
  }
}

interface Change {
  action:
    | 'admin.add_factor'
    | 'admin.remove_factor'
    | 'admin.replace_recovery_codes'
    | 'admin.use_recovery_code'
    | 'admin.second_factor_refused'
    | 'admin.lock'
  /** What an investor is told. */
  title: string
  message: string
  factor?: { id: number; kind: FactorType; name: string }
}

/** How a change appears in an investor's activity. Failed sign-ins are already listed there. */
const eventKinds: Partial<Record<Change['action'], AccountEventType>> = {
  'admin.add_factor': 'factor_added',
  'admin.remove_factor': 'factor_removed',
  'admin.replace_recovery_codes': 'recovery_codes_replaced',
  'admin.use_recovery_code': 'recovery_code_used',
}

/**
 * Emails the owner; also notifies an investor under the bell, and records an administrator's change in the audit log.
 */
async function report(
  { account, actor, userAgent }: Omit<FactorOwner, 'sessionId'>,
  { action, title, message, factor }: Change,
): Promise<void> {
  const { email, displayName } = await getAccount(account)
  const mail = async () => {
    const done = await getClientContext({ address: actor.address, userAgent })
    const what = factor ? `${title}: ${factor.name}` : title
    const link = await createLink('not_me', toLinkOwner(account), email, { event: { what, ...done } })
    await queueEmails([
      {
        owner: toLinkOwner(account),
        kind: 'factor_changed',
        recipient: email,
        letter: factorChangedEmail({
          name: displayName,
          title,
          message,
          ...link,
          ...done,
        }),
        expiresAt: link.expiresAt,
      },
    ])
  }
  if (account.role === 'admin') {
    await mail()
    const isRemoval = action === 'admin.remove_factor'
    await recordAudit(actor, {
      action,
      entity: 'admin',
      entityId: account.id,
      ...(factor && { [isRemoval ? 'before' : 'after']: { factor_id: factor.id, kind: factor.kind } }),
      changed: true,
    })
    return
  }
  await database()
    .insert(notifications)
    .values({
      user_id: account.id,
      category: 'security',
      type: 'info',
      title,
      message: `${message} ${NOT_YOU}`,
      // Emailed below: administrators have no notifications.
      email: 'off',
    })
  const kind = eventKinds[action]
  if (kind) {
    const event = { kind, detail: factor?.name ?? '' }
    await recordAccountEvent(account.id, { address: actor.address, userAgent }, event)
  }
  await mail()
}

const NOT_YOU = 'If this was not you, change your password and contact support immediately.'

/** Other sessions with a weaker confirmation must confirm again. */
async function reportAdded(changer: FactorOwner, factor: { id: number; kind: FactorType; name: string }) {
  const { account, sessionId } = changer
  await database()
    .update(sessions)
    .set({ confirmed_at: null })
    .where(
      and(ownedByCondition(sessions, account), ne(sessions.id, sessionId), isNotNull(sessions.confirmed_at)),
    )
  await report(changer, {
    action: 'admin.add_factor',
    title: factor.kind === 'passkey' ? 'Passkey added' : 'Authenticator app set up',
    message: `"${factor.name}" can now be used to sign in.`,
    factor,
  })
}

/** Throws `conflict` if the account, which must be locked, has the maximum number of factors. */
async function checkRoom(account: Account): Promise<void> {
  if ((await database().$count(factors, isConfirmed(account))) < FACTORS_MAX) return
  throw new Problem(
    'conflict',
    `An account can have up to ${FACTORS_MAX} two-step verification methods. Remove one first.`,
  )
}

/** Starts setting up an authenticator app; replaces an unconfirmed one. Throws `conflict`. */
export async function startTotpSetup({ account }: FactorOwner): Promise<TotpSetup> {
  const { name } = await getAccount(account)
  const { secret, uri, encrypted } = generateTotpSecret(account, await readSiteName(), name)
  return inTransaction(async () => {
    await lockAccount(account)
    await checkRoom(account)
    await database()
      .delete(factors)
      .where(and(ownedByCondition(factors, account), isNull(factors.confirmed_at)))
    const [row] = await database()
      .insert(factors)
      .values({ ...toOwnerColumns(account), kind: 'totp', name: shownNames.totp, secret: encrypted })
      .returning({ id: factors.id })
    if (!row) throw new Error('An insert returned no row')
    return { id: row.id, secret, uri }
  })
}

/**
 * Confirms an authenticator app with its first code. Returns recovery codes if the account has none yet. Throws
 * `not_found`, and `validation` for a wrong code.
 */
export async function confirmTotp(changer: FactorOwner, { id, code }: { id: number; code: string }) {
  const { account } = changer
  const open = and(eq(factors.id, id), ownedByCondition(factors, account), isNull(factors.confirmed_at))
  const [begun] = await database().select().from(factors).where(open)
  if (!begun?.secret) throw new Problem('not_found', 'There is no authenticator app to confirm. Start again.')
  const step = getCodeTimeStep(account, begun.secret, code)
  if (step === undefined) {
    throw invalidFieldProblem('/code', `Incorrect code. ${CLOCK_HINT}`)
  }
  const isFirst = (await countRecoveryCodes(account)).made === 0
  const codes = isFirst ? await generateRecoveryCodes() : undefined
  return inTransaction(async () => {
    await lockAccount(account)
    const [row] = await database()
      .update(factors)
      .set({ confirmed_at: sql`now()`, last_step: step })
      .where(open)
      .returning(columns)
    if (!row) throw new Problem('not_found', 'There is no authenticator app to confirm. Start again.')
    const isStored = codes && (await countRecoveryCodes(account)).made === 0
    if (isStored) await storeRecoveryCodes(account, codes.hashes)
    await reportAdded(changer, row)
    return { success: true as const, ...(isStored && { recovery_codes: codes.shown }) }
  })
}

/** The options for creating a passkey in this session. Throws `conflict`. */
export async function startPasskeySetup({
  account,
  sessionId,
}: FactorOwner): Promise<PasskeyCreationOptions> {
  const challenge = createPasskeyChallenge()
  const options = await buildPasskeyCreationOptions(
    await getAccount(account),
    challenge,
    await readSiteName(),
  )
  await storePasskeyChallenge(challenge, { purpose: 'registration', role: account.role, account, sessionId })
  return options
}

/**
 * Adds a passkey. Throws `validation` if it does not answer this session's challenge, `conflict` if it is already
 * known.
 */
export async function addPasskey(
  changer: FactorOwner,
  { credential, name }: { credential: RegistrationCredential; name: string },
): Promise<Factor> {
  const { account, sessionId } = changer
  const challenge = await getSignedChallenge(credential)
  const asked = { purpose: 'registration', role: account.role, sessionId } as const
  const isAsked = challenge !== undefined && (await consumePasskeyChallenge(challenge, asked))
  const passkey = isAsked ? await verifyRegistration(credential, challenge) : undefined
  if (!passkey) {
    const reason = isAsked ? await explainNewPasskey(credential) : undefined
    throw invalidFieldProblem(
      '/credential',
      reason ?? 'This passkey could not be verified. Please start again.',
    )
  }
  try {
    return await inTransaction(async () => {
      await lockAccount(account)
      await checkRoom(account)
      const [row] = await database()
        .insert(factors)
        .values({ ...toOwnerColumns(account), kind: 'passkey', name, confirmed_at: sql`now()`, ...passkey })
        .returning(columns)
      if (!row) throw new Error('An insert returned no row')
      await reportAdded(changer, row)
      return toFactor(row)
    })
  } catch (error) {
    if (getUniqueViolation(error) !== 'factors_credential_unique') throw error
    throw new Problem('conflict', 'This passkey has already been added.')
  }
}

/** Removes a factor, and the recovery codes with the last one. Throws `not_found`. */
export async function deleteFactor(changer: FactorOwner, id: number): Promise<void> {
  const { account } = changer
  await inTransaction(async () => {
    await lockAccount(account)
    const [row] = await database()
      .delete(factors)
      .where(and(eq(factors.id, id), isConfirmed(account)))
      .returning(columns)
    if (!row) throw new Problem('not_found', 'Two-step verification method not found.')
    if ((await database().$count(factors, isConfirmed(account))) === 0) await deleteRecoveryCodes(account)
    await report(changer, {
      action: 'admin.remove_factor',
      title: row.kind === 'passkey' ? 'Passkey removed' : 'Authenticator app removed',
      message: `"${row.name}" can no longer be used to sign in.`,
      factor: row,
    })
  })
}

/**
 * Removes the factors added to an account since an instant, and its recovery codes if they were generated since then or
 * no factor is left. The account must be locked. Returns the names of the factors.
 */
export async function deleteFactorsSince(account: Account, since: Date): Promise<string[]> {
  const removed = await database()
    .delete(factors)
    .where(lockedRowsCondition(factors, and(ownedByCondition(factors, account), isAddedSince(since))))
    .returning({ name: factors.name, confirmed_at: factors.confirmed_at })
  const isLast = (await database().$count(factors, isConfirmed(account))) === 0
  const hadCodes = await (isLast ? deleteRecoveryCodes(account) : deleteRecoveryCodes(account, since))
  const names = removed.filter(({ confirmed_at }) => confirmed_at).map(({ name }) => name)
  return hadCodes ? [...names, 'Recovery codes'] : names
}

/**
 * Tells the owner of an account that a recovery code was used, and how many are left: anyone with the sheet of codes
 * needs no device. Runs in the transaction that accepts the code.
 */
export async function notifyRecoveryCodeUsed(user: Omit<FactorOwner, 'sessionId'>): Promise<void> {
  const { left } = await countRecoveryCodes(user.account)
  const rest =
    left === 1
      ? 'You have one code left.'
      : left === 0
        ? 'You have no codes left. Generate new ones.'
        : `You have ${left} codes left.`
  await report(user, {
    action: 'admin.use_recovery_code',
    title: 'Recovery code used',
    message: `A recovery code was used to access your account instead of a passkey or authenticator app. ${rest}`,
  })
}

/** Tells the owner of an account what someone who is not signed in did, at most once a day for each kind. */
function reportOnceADay(user: Omit<FactorOwner, 'sessionId'>, change: Change): Promise<void> {
  return inTransaction(async () => {
    await lockAccount(user.account)
    const toldToday = await database().$count(
      outbox,
      and(
        ownedByCondition(outbox, user.account),
        eq(outbox.subject, change.title),
        gt(outbox.created_at, sql`now() - interval '1 day'`),
      ),
    )
    if (toldToday > 0) return
    // No one has signed in, so the entry for an administrator's account names no actor.
    await report({ ...user, actor: { ...user.actor, adminId: undefined } }, change)
  })
}

/**
 * Tells the owner of an account, at most once a day, that a sign-in had the correct password followed by wrong codes
 * until its challenge ended or the account was locked.
 */
export const notifySecondFactorFailed = (user: Omit<FactorOwner, 'sessionId'>): Promise<void> =>
  reportOnceADay(user, {
    action: 'admin.second_factor_refused',
    title: 'Someone may know your password',
    message:
      'A sign-in attempt used your correct password but repeatedly failed two-step verification and was blocked.',
  })

/**
 * Tells the owner of an account, at most once a day and after the response, that failed sign-ins have locked it for all
 * networks. Does nothing for an unknown or disabled account.
 */
export function notifyAccountLocked({ role, name, address }: Attempt): void {
  getService('accounts').later(async () => {
    const account = await findAccountByName(role, name)
    if (!account) return
    await reportOnceADay(
      { account, actor: { adminId: undefined, address, requestId: '' }, userAgent: '' },
      {
        action: 'admin.lock',
        title: 'Account locked',
        message:
          'Password sign-in is blocked for 15 minutes after many failed attempts. To regain access now, sign in with a passkey or reset your password using “Forgot your password?”.',
      },
    )
  })
}

/** Replaces the recovery codes. Throws `conflict` for an account without a factor. */
export async function replaceRecoveryCodes(changer: FactorOwner): Promise<string[]> {
  const { account } = changer
  const { shown, hashes } = await generateRecoveryCodes()
  await inTransaction(async () => {
    await lockAccount(account)
    if ((await database().$count(factors, isConfirmed(account))) === 0) {
      throw new Problem('conflict', 'Set up a passkey or an authenticator app first.')
    }
    await storeRecoveryCodes(account, hashes)
    await report(changer, {
      action: 'admin.replace_recovery_codes',
      title: 'Recovery codes regenerated',
      message: 'Ten new recovery codes were generated. Your previous codes no longer work.',
    })
  })
  return shown
}

/** Records that the owner has saved the recovery codes; does nothing if already recorded. */
export async function confirmRecoveryCodesSaved({ account, actor }: FactorOwner): Promise<void> {
  await inTransaction(async () => {
    await lockAccount(account)
    const isNew = await acknowledgeRecoveryCodes(account)
    if (account.role !== 'admin' || !isNew) return
    const { id } = account
    await recordAudit(actor, {
      action: 'admin.keep_recovery_codes',
      entity: 'admin',
      entityId: id,
      changed: true,
    })
  })
}
