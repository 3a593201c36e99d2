/** The second factors of an account: list, set up, remove. Each change tells the account's owner, or the audit log. */
import { and, asc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { partOf } from '#common/process-state'
import type { Factor, NewTotp } from '#contract/factors'
import type { CreationOptions, NewCredential } from '#contract/passkeys'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { uniqueViolation } from '#db/errors'
import { lockedRows } from '#db/lock-order'
import { sessions } from '#db/schema/accounts'
import { factors } from '#db/schema/factors'
import { notifications } from '#db/schema/notifications'
import { outbox } from '#db/schema/operations'
import { settings } from '#db/schema/site'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { circumstancesOf } from '#modules/account-activity/circumstances'
import { linkOwnerOf, makeLink } from '#modules/accounts/links'
import { recordAudit } from '#modules/audit/service'
import { queueLetters } from '#modules/mail/letters'
import type { Attempt } from '#modules/session/lockout'
import { brandName } from '#shared/brand'
import type { AccountEventKind } from '#shared/enums/account-events'
import type { FactorKind } from '#shared/enums/factors'
import { factorChangedLetter } from '#shared/mail/account-letters'
import {
  type Account,
  findAccountByName,
  lockAccount,
  ownedBy,
  ownerColumns,
  readAccount,
} from './account.ts'
import { makePasskeyChallenge, storePasskeyChallenge, takePasskeyChallenge } from './challenges.ts'
import { CLOCK_HINT, makeSecret, stepOfCode } from './one-time-codes.ts'
import {
  arePasskeysAvailable,
  challengeOf,
  explainNewPasskey,
  makeCreationOptions,
  readNewPasskey,
} from './passkeys.ts'
import {
  acknowledgeRecoveryCodes,
  countRecoveryCodes,
  makeRecoveryCodes,
  removeRecoveryCodes,
  storeRecoveryCodes,
} from './recovery-codes.ts'

/** Factors of one account. */
const FACTORS_MAX = 20

/** The account whose factors change, and the request behind it. */
export interface Changer {
  account: Account
  sessionId: string
  actor: Actor
  userAgent: string
}

const shownNames: Record<FactorKind, string> = { passkey: 'Passkey', totp: 'Authenticator app' }

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

/** By when a factor began to count: codes are set up some minutes before they are confirmed. */
const isAddedSince = (since: Date) =>
  sql`coalesce(${factors.confirmed_at}, ${factors.created_at}) >= ${since.toISOString()}::timestamptz`

const isConfirmed = (account: Account) => and(ownedBy(factors, account), isNotNull(factors.confirmed_at))

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
  factor?: { id: number; kind: FactorKind; name: string }
}

/** What the activity of an investor lists of a change. Failed sign-ins are in it already. */
const eventKinds: Partial<Record<Change['action'], AccountEventKind>> = {
  'admin.add_factor': 'factor_added',
  'admin.remove_factor': 'factor_removed',
  'admin.replace_recovery_codes': 'recovery_codes_replaced',
  'admin.use_recovery_code': 'recovery_code_used',
}

/** Mails the owner; tells an investor under the bell, too, and the audit log of an administrator's change. */
async function report(
  { account, actor, userAgent }: Omit<Changer, 'sessionId'>,
  { action, title, message, factor }: Change,
): Promise<void> {
  const { email, displayName } = await readAccount(account)
  const mail = async () => {
    const done = await circumstancesOf({ address: actor.address, userAgent })
    const what = factor ? `${title}: ${factor.name}` : title
    const link = await makeLink('not_me', linkOwnerOf(account), email, { event: { what, ...done } })
    await queueLetters([
      {
        owner: linkOwnerOf(account),
        kind: 'factor_changed',
        recipient: email,
        letter: factorChangedLetter({
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
      // Mailed below: administrators have no notifications.
      email: 'off',
    })
  const kind = eventKinds[action]
  if (kind) {
    const event = { kind, detail: factor?.name ?? '' }
    await recordAccountEvent(account.id, { address: actor.address, userAgent }, event)
  }
  await mail()
}

const NOT_YOU = 'If this was not you, change your password and contact support at once.'

/** Other sessions that were confirmed by less have to confirm again. */
async function reportAdded(changer: Changer, factor: { id: number; kind: FactorKind; name: string }) {
  const { account, sessionId } = changer
  await database()
    .update(sessions)
    .set({ confirmed_at: null })
    .where(and(ownedBy(sessions, account), ne(sessions.id, sessionId), isNotNull(sessions.confirmed_at)))
  await report(changer, {
    action: 'admin.add_factor',
    title: factor.kind === 'passkey' ? 'Passkey added' : 'One-time codes set up',
    message: `"${factor.name}" can now be used to sign in.`,
    factor,
  })
}

/** Throws `conflict` when the account, which must be locked, has as many factors as it may have. */
async function checkRoom(account: Account): Promise<void> {
  if ((await database().$count(factors, isConfirmed(account))) < FACTORS_MAX) return
  throw new Problem('conflict', `An account has at most ${FACTORS_MAX} factors. Remove one first.`)
}

/** Begins to set up one-time codes; replaces a beginning that was not confirmed. Throws `conflict`. */
export async function beginTotp({ account }: Changer): Promise<NewTotp> {
  const { name } = await readAccount(account)
  const { secret, uri, encrypted } = makeSecret(account, await readSiteName(), name)
  return inTransaction(async () => {
    await lockAccount(account)
    await checkRoom(account)
    await database()
      .delete(factors)
      .where(and(ownedBy(factors, account), isNull(factors.confirmed_at)))
    const [row] = await database()
      .insert(factors)
      .values({ ...ownerColumns(account), kind: 'totp', name: shownNames.totp, secret: encrypted })
      .returning({ id: factors.id })
    if (!row) throw new Error('An insert returned no row')
    return { id: row.id, secret, uri }
  })
}

/**
 * Confirms one-time codes with the first one. Returns recovery codes if the account has none yet. Throws `not_found`,
 * and `validation` for a wrong code.
 */
export async function confirmTotp(changer: Changer, { id, code }: { id: number; code: string }) {
  const { account } = changer
  const open = and(eq(factors.id, id), ownedBy(factors, account), isNull(factors.confirmed_at))
  const [begun] = await database().select().from(factors).where(open)
  if (!begun?.secret) throw new Problem('not_found', 'There are no one-time codes to confirm. Begin again.')
  const step = stepOfCode(account, begun.secret, code)
  if (step === undefined) {
    throw invalidField('/code', `This code is not right. ${CLOCK_HINT}`)
  }
  const isFirst = (await countRecoveryCodes(account)).made === 0
  const codes = isFirst ? await makeRecoveryCodes() : undefined
  return inTransaction(async () => {
    await lockAccount(account)
    const [row] = await database()
      .update(factors)
      .set({ confirmed_at: sql`now()`, last_step: step })
      .where(open)
      .returning(columns)
    if (!row) throw new Problem('not_found', 'There are no one-time codes to confirm. Begin again.')
    const isStored = codes && (await countRecoveryCodes(account)).made === 0
    if (isStored) await storeRecoveryCodes(account, codes.hashes)
    await reportAdded(changer, row)
    return { success: true as const, ...(isStored && { recovery_codes: codes.shown }) }
  })
}

/** The options to make a passkey in this session. Throws `conflict`. */
export async function beginPasskey({ account, sessionId }: Changer): Promise<CreationOptions> {
  const challenge = makePasskeyChallenge()
  const options = await makeCreationOptions(await readAccount(account), challenge, await readSiteName())
  await storePasskeyChallenge(challenge, { purpose: 'registration', role: account.role, account, sessionId })
  return options
}

/**
 * Adds a passkey. Throws `validation` when it does not answer the challenge of this session, `conflict` when it is
 * known already.
 */
export async function addPasskey(
  changer: Changer,
  { credential, name }: { credential: NewCredential; name: string },
): Promise<Factor> {
  const { account, sessionId } = changer
  const challenge = await challengeOf(credential)
  const asked = { purpose: 'registration', role: account.role, sessionId } as const
  const isAsked = challenge !== undefined && (await takePasskeyChallenge(challenge, asked))
  const passkey = isAsked ? await readNewPasskey(credential, challenge) : undefined
  if (!passkey) {
    const reason = isAsked ? await explainNewPasskey(credential) : undefined
    throw invalidField('/credential', reason ?? 'This passkey could not be verified. Please begin again.')
  }
  try {
    return await inTransaction(async () => {
      await lockAccount(account)
      await checkRoom(account)
      const [row] = await database()
        .insert(factors)
        .values({ ...ownerColumns(account), kind: 'passkey', name, confirmed_at: sql`now()`, ...passkey })
        .returning(columns)
      if (!row) throw new Error('An insert returned no row')
      await reportAdded(changer, row)
      return toFactor(row)
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'factors_credential_unique') throw error
    throw new Problem('conflict', 'This passkey has been added already.')
  }
}

/** Removes a factor; with the last one the recovery codes. Throws `not_found`. */
export async function removeFactor(changer: Changer, id: number): Promise<void> {
  const { account } = changer
  await inTransaction(async () => {
    await lockAccount(account)
    const [row] = await database()
      .delete(factors)
      .where(and(eq(factors.id, id), isConfirmed(account)))
      .returning(columns)
    if (!row) throw new Problem('not_found', 'There is no factor with this id.')
    if ((await database().$count(factors, isConfirmed(account))) === 0) await removeRecoveryCodes(account)
    await report(changer, {
      action: 'admin.remove_factor',
      title: row.kind === 'passkey' ? 'Passkey removed' : 'One-time codes removed',
      message: `"${row.name}" can no longer be used to sign in.`,
      factor: row,
    })
  })
}

/**
 * Removes the factors that an account has got since an instant, and its recovery codes where they were made since or no
 * factor is left. The account must be locked. Returns the names of the factors.
 */
export async function removeFactorsSince(account: Account, since: Date): Promise<string[]> {
  const removed = await database()
    .delete(factors)
    .where(lockedRows(factors, and(ownedBy(factors, account), isAddedSince(since))))
    .returning({ name: factors.name, confirmed_at: factors.confirmed_at })
  const isLast = (await database().$count(factors, isConfirmed(account))) === 0
  const hadCodes = await (isLast ? removeRecoveryCodes(account) : removeRecoveryCodes(account, since))
  const names = removed.filter(({ confirmed_at }) => confirmed_at).map(({ name }) => name)
  return hadCodes ? [...names, 'Recovery codes'] : names
}

/**
 * Tells the owner of an account that a recovery code was used, and how many are left: whoever has the sheet with the
 * codes needs no device. In the transaction that accepts the code.
 */
export async function reportRecoveryCode(user: Omit<Changer, 'sessionId'>): Promise<void> {
  const { left } = await countRecoveryCodes(user.account)
  const rest = left === 1 ? 'One is left.' : left === 0 ? 'None is left: make new ones.' : `${left} are left.`
  await report(user, {
    action: 'admin.use_recovery_code',
    title: 'A recovery code was used',
    message: `A recovery code of your account was used, in place of a passkey or a one-time code. ${rest}`,
  })
}

/** Tells the owner of an account of what somebody did who is not signed in, of each kind once a day. */
function reportOnceADay(user: Omit<Changer, 'sessionId'>, change: Change): Promise<void> {
  return inTransaction(async () => {
    await lockAccount(user.account)
    const toldToday = await database().$count(
      outbox,
      and(
        ownedBy(outbox, user.account),
        eq(outbox.subject, change.title),
        gt(outbox.created_at, sql`now() - interval '1 day'`),
      ),
    )
    if (toldToday > 0) return
    // Nobody has signed in: the entry of an administrator's account names no actor.
    await report({ ...user, actor: { ...user.actor, adminId: undefined } }, change)
  })
}

/**
 * Tells the owner of an account, once a day, that a sign-in had the right password and then wrong codes until its
 * challenge was over or the account locked.
 */
export const reportRefused = (user: Omit<Changer, 'sessionId'>): Promise<void> =>
  reportOnceADay(user, {
    action: 'admin.second_factor_refused',
    title: 'Somebody knows your password',
    message:
      'A sign-in to your account had the right password and then wrong answers to the second step, until it was refused.',
  })

/**
 * Tells the owner of an account, once a day and after the response, that failed sign-ins have locked it for all
 * networks. Nothing happens for an unknown or a disabled account.
 */
export function reportLock({ role, name, address }: Attempt): void {
  partOf('accounts').later(async () => {
    const account = await findAccountByName(role, name)
    if (!account) return
    await reportOnceADay(
      { account, actor: { adminId: undefined, address, requestId: '' }, userAgent: '' },
      {
        action: 'admin.lock',
        title: 'Your account was locked',
        message:
          'Very many sign-ins to your account failed, so that for a quarter of an hour no password opens it. A passkey, or a new password by the link “Forgot your password?”, opens it at once.',
      },
    )
  })
}

/** Replaces the recovery codes. Throws `conflict` for an account without a factor. */
export async function replaceRecoveryCodes(changer: Changer): Promise<string[]> {
  const { account } = changer
  const { shown, hashes } = await makeRecoveryCodes()
  await inTransaction(async () => {
    await lockAccount(account)
    if ((await database().$count(factors, isConfirmed(account))) === 0) {
      throw new Problem('conflict', 'Set up a passkey or one-time codes first.')
    }
    await storeRecoveryCodes(account, hashes)
    await report(changer, {
      action: 'admin.replace_recovery_codes',
      title: 'New recovery codes',
      message: 'Ten new recovery codes were made; earlier ones no longer work.',
    })
  })
  return shown
}

/** Notes that the owner has kept the recovery codes; does nothing where that is known. */
export async function keepRecoveryCodes({ account, actor }: Changer): Promise<void> {
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
