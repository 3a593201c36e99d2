/** All investors' subscriptions, and the steps that administrators take. */

import Big from 'big.js'
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { exportCsv, formatBoolean, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import { requireSecond } from '#common/write-recorder'
import type { QueryOf } from '#contract/endpoint'
import type {
  AdminSubscription,
  adminSubscriptions,
  SubscriptionDecision,
} from '#contract/holdings/admin-subscriptions'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { fullName } from '#db/full-name-sql'
import { keysetCondition, listPage, searchConditions } from '#db/list-queries'
import { lockActiveAccount } from '#db/row-locks'
import { transactions } from '#db/schema/cash/transactions'
import { offerings } from '#db/schema/catalog/series'
import { normalizeSymbol, tokens } from '#db/schema/catalog/tokens'
import { verifications } from '#db/schema/compliance/verifications'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { guardCash } from '#modules/cash/cash-guard'
import {
  assertNoOpenMatches,
  listConfirmedMatches,
  stand,
  toAuditedMatches,
} from '#modules/compliance/screening/screening-matches'
import { addMovement } from '#modules/holdings/register/movements'
import { immediateEmailMode } from '#modules/messaging/notifications/immediate-notifications'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { subscriptionNotifications } from '#shared/subscription-notifications'
import { addThousandsSeparators } from '#shared/thousands-separators'
import { subscriptionNotFound } from './investor-subscriptions.ts'
import {
  endOfDay,
  isIllustrative,
  listSubscriptionEvents,
  type SubscriptionRow,
  toSubscriptionEvent,
  toSubscriptions,
  updateSubscriptionStatus,
} from './subscription-rows.ts'

type Connection = ReturnType<typeof database>

const userName = fullName(users)

const selectSubscriptions = (connection: Connection) =>
  connection
    .select({
      subscription: subscriptions,
      symbol: tokens.symbol,
      is_illustrative: isIllustrative,
      user_name: userName,
      user_email: users.email,
      is_active: users.is_active,
      is_verified: users.is_verified,
      by_hand: sql<boolean>`coalesce(${verifications.by_hand}, false)`,
      screening: stand,
    })
    .from(subscriptions)
    .innerJoin(tokens, eq(tokens.id, subscriptions.token_id))
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .leftJoin(verifications, eq(verifications.user_id, users.id))

type Row = Awaited<ReturnType<typeof selectSubscriptions>>[number]

async function toAdmin(rows: readonly Row[]): Promise<AdminSubscription[]> {
  if (rows.length === 0) return []
  const stored = rows.map(({ subscription, symbol, is_illustrative }) => ({
    ...subscription,
    symbol,
    is_illustrative,
  }))
  const steps = await listSubscriptionEvents(stored)
  const sent = await toSubscriptions(stored, steps)
  return sent.map((subscription, at) => {
    const { subscription: row, ...investor } = rows[at] as Row
    const timeline = steps
      .filter(({ subscription_id }) => subscription_id === subscription.id)
      .map((step) => ({ ...toSubscriptionEvent(step), admin_name: step.admin_name }))
    return {
      ...investor,
      ...subscription,
      timeline,
      user_id: row.user_id,
      transaction_id: row.transaction_id,
    }
  })
}

/**
 * A search for a reference such as `S-000123`, complete or just its padded number, or for part of a name, an address or
 * a symbol.
 */
function conditionOf({ search, state, symbol, user_id }: QueryOf<typeof adminSubscriptions.exportCsv>) {
  const [, id] = /^(?:s-?0*|0+)(\d{1,9})$/i.exec(search ?? '') ?? []
  return and(
    state && eq(subscriptions.state, state),
    symbol ? eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)) : undefined,
    user_id ? eq(subscriptions.user_id, user_id) : undefined,
    ...(id
      ? [eq(subscriptions.id, Number(id))]
      : searchConditions(search, [users.first_name, users.last_name, users.email, tokens.symbol])),
  )
}

const countSubscriptions = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(subscriptions)
    .innerJoin(tokens, eq(tokens.id, subscriptions.token_id))
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .where(condition)

/** A page of the subscriptions. */
export async function listAllSubscriptions(query: QueryOf<typeof adminSubscriptions.list>) {
  const condition = conditionOf(query)
  const { created_at, amount, state, id } = subscriptions
  const { rows, pagination } = await listPage(query, {
    sorts: { created_at, amount, state },
    tie: id,
    rows: ({ order, limit, offset }) =>
      selectSubscriptions(database())
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => countSubscriptions(database(), condition),
  })
  return { subscriptions: await toAdmin(rows), pagination }
}

/** The subscriptions as a file, newest first. */
export function exportSubscriptions(
  query: QueryOf<typeof adminSubscriptions.exportCsv>,
): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  const { created_at, id } = subscriptions
  return exportCsv<Row>({
    columns: [
      ['Reference', ({ subscription }) => formatSubscriptionReference(subscription.id)],
      ['Series', ({ symbol }) => symbol],
      ['Status', ({ subscription }) => subscription.state],
      ['Amount', ({ subscription }) => toCsvDecimal(subscription.amount)],
      ['Unit price', ({ subscription }) => toCsvDecimal(subscription.unit_price)],
      ['Units', ({ subscription }) => toCsvDecimal(subscription.units)],
      ['User ID', ({ subscription }) => subscription.user_id],
      ['Name', ({ user_name }) => user_name],
      ['Email', ({ user_email }) => user_email],
      ['Active', ({ is_active }) => formatBoolean(is_active)],
      ['Verified', ({ is_verified }) => formatBoolean(is_verified)],
      ['Manual verification', ({ by_hand }) => formatBoolean(by_hand)],
      ['Screening', ({ screening }) => screening],
      ['Payment transaction ID', ({ subscription }) => subscription.transaction_id ?? ''],
      ['Reason', ({ subscription }) => subscription.reason],
      ['Submitted (UTC)', ({ subscription }) => subscription.created_at.toISOString()],
      ['Updated (UTC)', ({ subscription }) => subscription.updated_at.toISOString()],
    ],
    count: () => countSubscriptions(slowQueryDatabase(), condition),
    read: (last, limit) =>
      selectSubscriptions(slowQueryDatabase())
        .where(
          and(
            condition,
            keysetCondition(
              '<',
              [created_at, id],
              last && [last.subscription.created_at, last.subscription.id],
            ),
          ),
        )
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

/** One subscription. Throws `not_found`. */
export async function getSubscription(id: number): Promise<AdminSubscription> {
  const [subscription] = await toAdmin(await selectSubscriptions(database()).where(eq(subscriptions.id, id)))
  if (!subscription) throw subscriptionNotFound()
  return subscription
}

type Action = SubscriptionDecision['action']

const after = {
  review: 'in_review',
  approve: 'approved',
  reject: 'rejected',
  fund: 'funded',
  allot: 'allotted',
} as const

/** The effect of a step on a subscription, within a sentence. */
const outcomes = {
  review: 'moved to review',
  approve: 'approved',
  reject: 'rejected',
  fund: 'marked as paid',
  allot: 'allotted',
} as const

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

/** A state within a sentence. */
const stateWords = (state: SubscriptionRow['state']): string =>
  state === 'funded' ? 'paid' : state.replace('_', ' ')

/** The states from which an action is possible. */
const before: Readonly<Record<Action, readonly SubscriptionRow['state'][]>> = {
  review: ['submitted'],
  approve: ['in_review'],
  reject: ['submitted', 'in_review', 'approved', 'funded'],
  fund: ['approved'],
  allot: ['funded'],
}

function checkState({ id, state }: SubscriptionRow, action: Action): void {
  if (before[action].includes(state)) return
  const wanted = alternatives.format(before[action].map(stateWords))
  throw new Problem(
    'conflict',
    `${formatSubscriptionReference(id)} is ${stateWords(state)}. Only subscriptions that are ${wanted} can be ${outcomes[action]}.`,
    { isFinal: true },
  )
}

type User = typeof users.$inferSelect

/**
 * Throws `not_verified` for an investor who may not hold units, and `conflict` while there is an open screening match.
 * Returns what the audit log keeps about a confirmed match.
 */
async function checkInvestor(user: User): Promise<{ on_list?: string }> {
  if (!user.is_active) {
    throw new Problem('not_verified', 'This investor is inactive. Activate the account first.')
  }
  if (!user.is_verified) {
    throw new Problem('not_verified', 'This investor is not verified. Complete verification first.')
  }
  await assertNoOpenMatches(user.id)
  return toAuditedMatches((await listConfirmedMatches([user.id])).get(user.id))
}

/**
 * Locks the deposit that is to pay. Throws `validation` unless it is a completed deposit of this investor that covers
 * the amount.
 */
async function lockDeposit(id: number, { user_id, amount }: SubscriptionRow): Promise<void> {
  const [row] = await database()
    .select()
    .from(transactions)
    .where(eq(transactions.id, id))
    .for('no key update')
  if (row?.user_id !== user_id || row.type !== 'deposit') {
    throw invalidFieldProblem('/transaction_id', 'This is not a deposit of this investor')
  }
  if (row.status !== 'completed')
    throw invalidFieldProblem('/transaction_id', 'This deposit is not completed')
  if (new Big(row.amount).lt(amount)) {
    throw invalidFieldProblem(
      '/transaction_id',
      `This deposit of $${addThousandsSeparators(row.amount)} is less than the amount due of $${addThousandsSeparators(amount)}`,
    )
  }
}

/** Cost of the units in USD, to the cent; the rest of the amount stays cash. */
async function costOf({ units, unit_price, amount }: SubscriptionRow): Promise<string> {
  const [row] = await database().execute<{ cost: string }>(
    sql`select least(round(${units}::numeric * ${unit_price}::numeric, 2), ${amount}::numeric)::numeric(20, 2)::text as cost`,
  )
  if (!row) throw new Error('A select returned no row')
  return row.cost
}

async function allot(row: SubscriptionRow, actor: Actor): Promise<void> {
  const cost = await costOf(row)
  await addMovement(
    { token_id: row.token_id, type: 'issue', subscription_id: row.id, admin_id: actor.adminId },
    [
      { user_id: null, units: `-${row.units}`, cost: `-${cost}` },
      { user_id: row.user_id, units: row.units, cost },
    ],
  )
}

/**
 * The investor's message for an approval while no payment account is configured, without mentioning that it is missing.
 */
const approvedWithoutAccount = (symbol: string): string =>
  `Your subscription for ${symbol} has been approved. Open it to see the due date. Payment account details are not available yet; please wait, or contact the investment team.`

/** The message of a step to the investor. */
function notifyInvestor(action: Action, { symbol, reference, payment }: AdminSubscription) {
  const said = subscriptionNotifications[after[action]](symbol, reference)
  return action === 'approve' && !payment?.account.trim()
    ? { ...said, message: approvedWithoutAccount(symbol) }
    : said
}

/** Locks the rows of a decision in the order of `row-locks.ts`: the investor, the deposit, the subscription. */
async function lockForDecision(id: number, { action, transaction_id }: SubscriptionDecision) {
  const [found] = await database().select().from(subscriptions).where(eq(subscriptions.id, id))
  if (!found) throw subscriptionNotFound()
  const user = await lockActiveAccount(found.user_id, 'no key update')
  if (!user)
    throw new Problem('conflict', 'The account of this investor has been deleted.', { isFinal: true })
  if (action === 'fund') {
    checkState(found, action)
    // Without one, it is paid from available cash, from however many deposits that came.
    if (transaction_id !== undefined) await lockDeposit(transaction_id, found)
  }
  const [row] = await database().select().from(subscriptions).where(eq(subscriptions.id, id)).for('update')
  if (!row) throw subscriptionNotFound()
  return { user, row }
}

/** Changes made by a step besides the state. */
async function changesOf(
  { offering_id }: SubscriptionRow,
  { action, transaction_id }: SubscriptionDecision,
): Promise<Partial<SubscriptionRow>> {
  if (action === 'fund') return { transaction_id: transaction_id ?? null }
  // A rejection frees its deposit.
  if (action === 'reject') return { transaction_id: null }
  if (action !== 'approve') return {}
  const [offering] = await database().select().from(offerings).where(eq(offerings.id, offering_id))
  const days = offering?.payment_days ?? 0
  return { payment_due_at: endOfDay(new Date(Date.now() + days * 86_400_000)) }
}

const explainDeposit = (error: unknown): unknown =>
  getUniqueViolation(error) === 'subscriptions_deposit_unique'
    ? new Problem('conflict', 'This deposit has already been applied to another subscription.')
    : error

/**
 * Takes a subscription to its next step. Throws `not_found`, `stale_write`, `conflict` for a step that is not possible
 * or that the register rejects, `not_verified` for an approval or allotment to an investor who is deactivated or not
 * verified, `insufficient_cash` if the cash does not cover the amount, and `validation` for a missing reason or an
 * unsuitable deposit.
 */
export async function decideSubscription(
  id: number,
  decision: SubscriptionDecision,
  actor: Actor,
): Promise<AdminSubscription> {
  const { action, reason = '', updated_at } = decision
  if (action === 'reject' && !reason)
    throw invalidFieldProblem('/reason', 'Enter a reason (shown to the investor)')
  try {
    return await inTransaction(async () => {
      const { user, row } = await lockForDecision(id, decision)
      checkState(row, action)
      assertUnchanged(row, updated_at, 'subscription')
      const listed = action === 'approve' || action === 'allot' ? await checkInvestor(user) : {}
      if (action === 'reject' && row.state === 'funded') requireSecond('This subscription is paid.')
      const shownBefore = await getSubscription(id)
      const changes = await changesOf(row, decision)
      // Funding reserves cash and an allotment spends it: neither can overdraw it.
      await guardCash({ userIds: [row.user_id], amount: row.amount, buysUnits: true }, async () => {
        if (action === 'allot') await allot(row, actor)
        await updateSubscriptionStatus(
          id,
          { ...changes, state: after[action] },
          { by: 'desk', admin_id: actor.adminId, reason },
        )
      })
      const shown = await getSubscription(id)
      await database()
        .insert(notifications)
        .values({
          user_id: row.user_id,
          category: 'investment',
          // Payment instructions have a due date.
          ...(action === 'approve' && { email: immediateEmailMode(row.user_id, 'investment') }),
          type: action === 'reject' ? 'warning' : action === 'allot' ? 'success' : 'info',
          ...notifyInvestor(action, shown),
        })
      invalidateCache('series')
      await recordAudit(actor, {
        action: `subscription.${action}`,
        entity: 'subscription',
        entityId: id,
        before: { ...toAuditedSubscription(shownBefore), ...listed },
        after: { ...toAuditedSubscription(shown), ...listed },
      })
      return shown
    })
  } catch (error) {
    throw explainDeposit(error)
  }
}

/** A subscription as stored in the audit log. */
export const toAuditedSubscription = ({ timeline: _, ...rest }: AdminSubscription) => rest
