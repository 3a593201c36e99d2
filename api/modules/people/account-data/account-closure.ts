/** Closes accounts for their owners: requested, cancelled, and carried out when due. */

import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Logger } from '#common/logger'
import { getService, provideServices } from '#common/service-container'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import { FORGOT_PASSWORD_PAGE } from '#contract/identity/email-links'
import {
  type AccountClosure,
  type CloseAccountBody,
  DATA_SETTINGS_PATH,
} from '#contract/people/account-export'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { tokens } from '#db/schema/catalog/tokens'
import { holdings } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { getCashByUser } from '#modules/cash/cash-guard'
import { hasUndismissedHit, isWaiting } from '#modules/compliance/screening/screening-matches'
import { getClientContext } from '#modules/identity/account-activity/client-context'
import { cancelPendingClosure } from '#modules/identity/accounts/account-recovery'
import { toPageUrl } from '#modules/identity/accounts/email-links'
import {
  type AccountRequest,
  lockVerifiedAccount,
  verifyCurrentPassword,
} from '#modules/identity/accounts/password-change'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { deleteUser } from '#modules/people/users/delete-user'
import { toDay } from '#shared/calculations/calendar'
import {
  accountClosedEmail,
  closureBlockedEmail,
  closureCancelledEmail,
  closureRequestedEmail,
} from '#shared/email/account-emails'
import { openSubscriptionStatuses } from '#shared/enums/series'
import { formatLongDate } from '#shared/format-date'
import { addThousandsSeparators } from '#shared/thousands-separators'

/** How often a server looks for accounts to close, in milliseconds. */
const EVERY_MS = 60_000
/** Name in the audit log for accounts closed by their owners. */
const OWNER_NAME = 'account owner'
const owner: Actor = { adminId: undefined, address: '', requestId: '' }

const phrases = new Intl.ListFormat('en', { type: 'conjunction' })
/** The day of an instant, in words. */
const day = (at: Date) => formatLongDate(toDay(at))

/** What prevents an account from being closed. */
interface Obstacle {
  /** The end of a sentence, such as "cash of 1,250.00 USD". */
  has: string
  /** What its owner can do about it, in sentences. */
  advice: string
}

/** Undefined if nothing prevents it. */
async function findObstacle(userId: number): Promise<Obstacle | undefined> {
  const db = database()
  const held = await db
    .select({ symbol: tokens.symbol, units: holdings.units })
    .from(holdings)
    .innerJoin(tokens, eq(tokens.id, holdings.token_id))
    .where(and(eq(holdings.user_id, userId), sql`${holdings.units} > 0`))
    .orderBy(asc(tokens.symbol))
  const open = await db
    .select({ id: subscriptions.id, state: subscriptions.state })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.user_id, userId), inArray(subscriptions.state, [...openSubscriptionStatuses])),
    )
    .orderBy(asc(subscriptions.id))
  const money = (await getCashByUser([userId])).get(userId)?.balance ?? '0.00'
  const hasMoney = Number(money) !== 0
  const isPaid = ({ state }: (typeof open)[number]) => state === 'funded'
  const unpaid = open.filter((one) => !isPaid(one)).map(({ id }) => formatSubscriptionReference(id))
  const ofTeam = [
    ...(held.length > 0 ? ['redeem or transfer the units'] : []),
    ...open.filter(isPaid).map(({ id }) => `settle the paid subscription ${formatSubscriptionReference(id)}`),
    ...(hasMoney ? [money.startsWith('-') ? 'settle the overdraft' : 'pay out the cash'] : []),
  ]
  const has = phrases.format([
    ...held.map(({ symbol, units }) => `${addThousandsSeparators(units)} units of ${symbol}`),
    ...open.map(({ id }) => `open subscription ${formatSubscriptionReference(id)}`),
    ...(hasMoney ? [`a cash balance of ${addThousandsSeparators(money)} USD`] : []),
  ])
  if (has === '') return undefined
  const advice = [
    ...(unpaid.length > 0 ? [`Withdraw ${phrases.format(unpaid)} first.`] : []),
    ...(ofTeam.length > 0 ? [`Ask our team to ${phrases.format(ofTeam)}.`] : []),
  ]
  return { has, advice: advice.join(' ') }
}

/** Why an account cannot be closed now, and what to do first; empty if it can. */
export async function explainObstacle(userId: number): Promise<string> {
  const obstacle = await findObstacle(userId)
  return obstacle ? `Your account cannot be closed while it has ${obstacle.has}. ${obstacle.advice}` : ''
}

/** The pending or stopped closing; null if there is none. */
export async function getClosure(userId: number): Promise<AccountClosure | null> {
  const [row] = await database()
    .select({ closes_at: users.closes_at, obstacle: users.closing_obstacle })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!row?.closes_at) return null
  return { closes_at: row.closes_at.toISOString(), obstacle: row.obstacle }
}

/**
 * Begins to close an account, and notifies its owner by email. A stopped closing starts over. Throws
 * `validation` for a wrong password, `locked`, and `conflict` if one is pending, or while there are units,
 * open subscriptions or cash.
 */
export async function requestClosure(
  call: AccountRequest,
  body: CloseAccountBody,
): Promise<{ closes_at: string }> {
  const checked = await verifyCurrentPassword(call, body.current_password)
  return inTransaction(async () => {
    const account = await lockVerifiedAccount(checked)
    const former = await getClosure(account.id)
    if (former && former.obstacle === '') {
      throw new Problem(
        'conflict',
        `Your account is already scheduled to close on ${day(new Date(former.closes_at))}.`,
      )
    }
    const obstacle = await explainObstacle(account.id)
    if (obstacle) throw new Problem('conflict', obstacle)
    const [row] = await database()
      .update(users)
      .set({
        closes_at: sql`now() + make_interval(secs => ${getService('closureDays') * 86_400}::float8)`,
        closing_obstacle: '',
      })
      .where(eq(users.id, account.id))
      .returning({ closes_at: users.closes_at })
    if (!row?.closes_at) throw new Error('An update returned no row')
    await queueEmails([
      {
        owner: { userId: account.id },
        kind: 'closure_requested',
        recipient: account.email,
        letter: closureRequestedEmail({
          name: account.displayName,
          url: toPageUrl(DATA_SETTINGS_PATH),
          day: day(row.closes_at),
          ...(await getClientContext(call)),
        }),
      },
    ])
    return { closes_at: row.closes_at.toISOString() }
  })
}

/** Keeps an account open, and notifies its owner by email. Throws `not_found` if it is not being closed. */
export function cancelClosure(userId: number): Promise<void> {
  return inTransaction(async () => {
    const user = await lockActiveAccount(userId, 'no key update')
    if (!user || !(await cancelPendingClosure(userId)))
      throw new Problem('not_found', 'No account closure is pending.')
    const { email: recipient, first_name: name } = user
    await queueEmails([
      {
        owner: { userId },
        kind: 'closure_cancelled',
        recipient,
        letter: closureCancelledEmail({ name, url: toPageUrl(FORGOT_PASSWORD_PAGE) }),
      },
    ])
  })
}

type UserRow = NonNullable<Awaited<ReturnType<typeof lockActiveAccount>>>

/** Stops the closing of an account that has units, a subscription or cash again, and notifies its owner. */
async function stop(user: UserRow, { has: obstacle, advice }: Obstacle): Promise<void> {
  await database().update(users).set({ closing_obstacle: obstacle }).where(eq(users.id, user.id))
  await database()
    .insert(notifications)
    .values({
      user_id: user.id,
      category: 'security',
      // A separate email is sent.
      email: 'off',
      type: 'warning',
      title: 'Account closure stopped',
      message: `Your account has ${obstacle}. ${advice} You can then request closure again.`,
    })
  await queueEmails([
    {
      owner: { userId: user.id },
      kind: 'closure_stopped',
      recipient: user.email,
      letter: closureBlockedEmail({
        name: user.first_name,
        url: toPageUrl(DATA_SETTINGS_PATH),
        obstacle,
        advice,
      }),
    },
  ])
}

/** Closes an account, or stops its closing. */
function decide(userId: number): Promise<void> {
  return inTransaction(async () => {
    const user = await lockActiveAccount(userId, 'update')
    // It may have been cancelled in the meantime.
    if (!user?.closes_at || user.closing_obstacle !== '') return
    const obstacle = await findObstacle(userId)
    if (obstacle) return stop(user, obstacle)
    if (user.closes_at.getTime() > Date.now()) return
    // It waits for the comparison and the decision in silence, so as not to disclose a watchlist.
    if ((await isWaiting(userId)) || (await hasUndismissedHit(userId))) return
    const letter = accountClosedEmail({ name: user.first_name })
    await deleteUser(userId, owner, {
      name: OWNER_NAME,
      lastLetter: letter,
    })
  })
}

/** Closes every account that is due, and stops the closing of those with an obstacle. */
export async function closeDueAccounts(log: Logger): Promise<void> {
  const waiting = await database()
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.closes_at), eq(users.closing_obstacle, ''), isNull(users.deleted_at)))
    .orderBy(asc(users.id))
  for (const { id } of waiting) {
    await decide(id).catch((err) => log.error({ err, user_id: id }, 'an account could not be closed'))
  }
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Days between the request and the closing of an account. */
    closureDays: number
  }
}

/** Closes accounts when due, until closed itself. */
export function startClosureJob(days: number, log: Logger): { close(): Promise<void> } {
  provideServices({ closureDays: days })
  let working: Promise<void> | undefined
  const timer = setInterval(() => {
    working ??= closeDueAccounts(log)
      .catch((err) => log.warn({ err }, 'accounts could not be closed'))
      .finally(() => {
        working = undefined
      })
  }, EVERY_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await working
    },
  }
}
