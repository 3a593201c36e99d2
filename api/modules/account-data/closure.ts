/** Closing an account by its owner: asked for, cancelled, and carried out when its time has come. */

import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { Logger } from '#common/log'
import { partOf, provide } from '#common/process-state'
import { type CloseAccountBody, type Closure, DATA_PAGE } from '#contract/account-data'
import { FORGOT_PASSWORD_PAGE } from '#contract/account-links'
import { Problem } from '#contract/problem'
import { subscriptionReference } from '#contract/subscriptions'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { notifications } from '#db/schema/notifications'
import { holdings } from '#db/schema/register'
import { subscriptions } from '#db/schema/subscriptions'
import { tokens } from '#db/schema/tokens'
import { circumstancesOf } from '#modules/account-activity/circumstances'
import { pageUrl } from '#modules/accounts/links'
import { lockVerified, type OwnCall, verifyOwnPassword } from '#modules/accounts/own-password'
import { keepOpen } from '#modules/accounts/taking-back'
import { readCash } from '#modules/cash/guard'
import { queueLetters } from '#modules/mail/letters'
import { hasUndismissedHit } from '#modules/screening/service'
import { deleteUser } from '#modules/users/deletion'
import { dayOf } from '#shared/asset/calendar'
import { openSubscriptionStates } from '#shared/enums/series'
import { groupDigits } from '#shared/group-digits'
import {
  accountClosedLetter,
  closureCancelledLetter,
  closureRequestedLetter,
  closureStoppedLetter,
} from '#shared/mail/account-letters'
import { writeDay } from '#shared/written-day'

/** How often a server looks for accounts to close, in milliseconds. */
const EVERY_MS = 60_000
/** Accounts named in the audit log as closed by their owners. */
const OWNER_NAME = 'account owner'
const owner: Actor = { adminId: undefined, address: '', requestId: '' }
/** Hours after which the text of the last mail is erased if it could not be sent. */
const LAST_MAIL_HOURS = 7 * 24

const phrases = new Intl.ListFormat('en', { type: 'conjunction' })
/** The day of an instant, for a sentence. */
const day = (at: Date) => writeDay(dayOf(at))

/** What keeps an account open. */
interface Obstacle {
  /** The end of a sentence, such as "cash of 1,250.00 USD". */
  has: string
  /** What its owner can do about it, in sentences. */
  advice: string
}

/** Undefined when nothing keeps the account open. */
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
    .where(and(eq(subscriptions.user_id, userId), inArray(subscriptions.state, [...openSubscriptionStates])))
    .orderBy(asc(subscriptions.id))
  const money = (await readCash([userId])).get(userId)?.balance ?? '0.00'
  const hasMoney = Number(money) !== 0
  const isPaid = ({ state }: (typeof open)[number]) => state === 'funded'
  const unpaid = open.filter((one) => !isPaid(one)).map(({ id }) => subscriptionReference(id))
  const ofTeam = [
    ...(held.length > 0 ? ['redeem or transfer the units'] : []),
    ...open.filter(isPaid).map(({ id }) => `settle the paid subscription ${subscriptionReference(id)}`),
    ...(hasMoney ? [money.startsWith('-') ? 'settle the overdraft' : 'pay out the cash'] : []),
  ]
  const has = phrases.format([
    ...held.map(({ symbol, units }) => `${groupDigits(units)} units of ${symbol}`),
    ...open.map(({ id }) => `the open subscription ${subscriptionReference(id)}`),
    ...(hasMoney ? [`cash of ${groupDigits(money)} USD`] : []),
  ])
  if (has === '') return undefined
  const advice = [
    ...(unpaid.length > 0 ? [`Withdraw ${phrases.format(unpaid)} first.`] : []),
    ...(ofTeam.length > 0 ? [`Ask our team to ${phrases.format(ofTeam)}.`] : []),
  ]
  return { has, advice: advice.join(' ') }
}

/** Why an account cannot be closed now, and what to do first; empty while it can be. */
export async function explainObstacle(userId: number): Promise<string> {
  const obstacle = await findObstacle(userId)
  return obstacle ? `Your account cannot be closed while it has ${obstacle.has}. ${obstacle.advice}` : ''
}

/** The closing that waits or was stopped; null without one. */
export async function readClosure(userId: number): Promise<Closure | null> {
  const [row] = await database()
    .select({ closes_at: users.closes_at, obstacle: users.closing_obstacle })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!row?.closes_at) return null
  return { closes_at: row.closes_at.toISOString(), obstacle: row.obstacle }
}

/**
 * Begins to close an account, and tells its owner by mail. One that was stopped begins anew. Throws `validation` for a
 * wrong password, `locked`, and `conflict`: while one waits, and while there are units, open subscriptions or cash.
 */
export async function requestClosure(call: OwnCall, body: CloseAccountBody): Promise<{ closes_at: string }> {
  const checked = await verifyOwnPassword(call, body.current_password)
  return inTransaction(async () => {
    const account = await lockVerified(checked)
    const former = await readClosure(account.id)
    if (former && former.obstacle === '') {
      throw new Problem(
        'conflict',
        `Your account is being closed already, on ${day(new Date(former.closes_at))}.`,
      )
    }
    const obstacle = await explainObstacle(account.id)
    if (obstacle) throw new Problem('conflict', obstacle)
    const [row] = await database()
      .update(users)
      .set({
        closes_at: sql`now() + make_interval(secs => ${partOf('closureDays') * 86_400}::float8)`,
        closing_obstacle: '',
      })
      .where(eq(users.id, account.id))
      .returning({ closes_at: users.closes_at })
    if (!row?.closes_at) throw new Error('An update returned no row')
    await queueLetters([
      {
        owner: { userId: account.id },
        kind: 'closure_requested',
        recipient: account.email,
        letter: closureRequestedLetter({
          name: account.displayName,
          url: pageUrl(DATA_PAGE),
          day: day(row.closes_at),
          ...(await circumstancesOf(call)),
        }),
      },
    ])
    return { closes_at: row.closes_at.toISOString() }
  })
}

/** Keeps an account open, and tells its owner by mail. Throws `not_found` when it is not being closed. */
export function cancelClosure(userId: number): Promise<void> {
  return inTransaction(async () => {
    const user = await lockLiveUser(userId, 'no key update')
    if (!user || !(await keepOpen(userId)))
      throw new Problem('not_found', 'Your account is not being closed.')
    const { email: recipient, first_name: name } = user
    await queueLetters([
      {
        owner: { userId },
        kind: 'closure_cancelled',
        recipient,
        letter: closureCancelledLetter({ name, url: pageUrl(FORGOT_PASSWORD_PAGE) }),
      },
    ])
  })
}

type UserRow = NonNullable<Awaited<ReturnType<typeof lockLiveUser>>>

/** Stops the closing of an account that has something again, and tells its owner. */
async function stop(user: UserRow, { has: obstacle, advice }: Obstacle): Promise<void> {
  await database().update(users).set({ closing_obstacle: obstacle }).where(eq(users.id, user.id))
  await database()
    .insert(notifications)
    .values({
      user_id: user.id,
      category: 'security',
      // Mailed by a letter of its own.
      email: 'off',
      type: 'warning',
      title: 'Your account is not being closed',
      message: `It has ${obstacle}. ${advice} Then you can ask for the closing again.`,
    })
  await queueLetters([
    {
      owner: { userId: user.id },
      kind: 'closure_stopped',
      recipient: user.email,
      letter: closureStoppedLetter({ name: user.first_name, url: pageUrl(DATA_PAGE), obstacle, advice }),
    },
  ])
}

/** Closes an account, or stops that. */
function decide(userId: number): Promise<void> {
  return inTransaction(async () => {
    const user = await lockLiveUser(userId, 'update')
    // It may have been cancelled in the meantime.
    if (!user?.closes_at || user.closing_obstacle !== '') return
    const obstacle = await findObstacle(userId)
    if (obstacle) return stop(user, obstacle)
    if (user.closes_at.getTime() > Date.now()) return
    // It waits for the decision without a word: nobody learns of a watchlist from it.
    if (await hasUndismissedHit(userId)) return
    const letter = accountClosedLetter({ name: user.first_name })
    const expiresAt = new Date(Date.now() + LAST_MAIL_HOURS * 3_600_000)
    await deleteUser(userId, owner, {
      name: OWNER_NAME,
      // Of nobody: the account is gone when it is sent.
      lastLetter: {
        owner: { userId: null },
        kind: 'account_closed',
        recipient: user.email,
        letter,
        expiresAt,
      },
    })
  })
}

/** Closes every account whose time has come, and stops the closing of those that have something again. */
export async function closeAccounts(log: Logger): Promise<void> {
  const waiting = await database()
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.closes_at), eq(users.closing_obstacle, ''), isNull(users.deleted_at)))
    .orderBy(asc(users.id))
  for (const { id } of waiting) {
    await decide(id).catch((err) => log.error({ err, user_id: id }, 'an account could not be closed'))
  }
}

declare module '#common/process-state' {
  interface ProcessState {
    /** Days between the request and the closing of an account. */
    closureDays: number
  }
}

/** Closes accounts when their time has come, until closed itself. */
export function startClosures(days: number, log: Logger): { close(): Promise<void> } {
  provide({ closureDays: days })
  let working: Promise<void> | undefined
  const timer = setInterval(() => {
    working ??= closeAccounts(log)
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
