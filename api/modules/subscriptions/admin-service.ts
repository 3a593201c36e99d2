/** Subscriptions of all investors, and the steps that administrators take. */
import Big from 'big.js'
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { invalidateCache } from '#common/cache-invalidation'
import type { RowsFile } from '#common/files'
import type {
  AdminSubscription,
  adminSubscriptions,
  SubscriptionDecision,
} from '#contract/admin-subscriptions'
import type { QueryOf } from '#contract/endpoint'
import { invalidField, Problem } from '#contract/problem'
import { subscriptionReference } from '#contract/subscriptions'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { uniqueViolation } from '#db/errors'
import { comesAfter, readList, searchIn } from '#db/listing'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { notifications } from '#db/schema/notifications'
import { offerings } from '#db/schema/series'
import { subscriptions } from '#db/schema/subscriptions'
import { symbolKey, tokens } from '#db/schema/tokens'
import { transactions } from '#db/schema/transactions'
import { verifications } from '#db/schema/verifications'
import { recordAudit } from '#modules/audit/service'
import { guardCash } from '#modules/cash/guard'
import { decimal, exportCsv, yesOrNo } from '#modules/csv'
import { checkUnchanged } from '#modules/editing'
import { atOnce } from '#modules/notifications/at-once'
import { addMovement } from '#modules/register/movements'
import { assertNoOpenHits, keptMatches, readMatches, stand } from '#modules/screening/service'
import { groupDigits } from '#shared/group-digits'
import {
  endOfDay,
  isIllustrative,
  readSteps,
  type SubscriptionRow,
  takeStep,
  toStep,
  toSubscriptions,
} from './rows.ts'
import { noSuchSubscription } from './service.ts'

type Connection = ReturnType<typeof database>

const userName = sql<string>`${users.first_name} || ' ' || ${users.last_name}`

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
  const steps = await readSteps(stored)
  const sent = await toSubscriptions(stored, steps)
  return sent.map((subscription, at) => {
    const { subscription: row, ...investor } = rows[at] as Row
    const timeline = steps
      .filter(({ subscription_id }) => subscription_id === subscription.id)
      .map((step) => ({ ...toStep(step), admin_name: step.admin_name }))
    return {
      ...investor,
      ...subscription,
      timeline,
      user_id: row.user_id,
      transaction_id: row.transaction_id,
    }
  })
}

/** A search for a reference such as `S-000123`, whole or its number with zeros, or a part of a name, an address or a symbol. */
function conditionOf({ search, state, symbol, user_id }: QueryOf<typeof adminSubscriptions.exportCsv>) {
  const [, id] = /^(?:s-?0*|0+)(\d{1,9})$/i.exec(search ?? '') ?? []
  return and(
    state && eq(subscriptions.state, state),
    symbol ? eq(symbolKey(tokens.symbol), symbolKey(symbol)) : undefined,
    user_id ? eq(subscriptions.user_id, user_id) : undefined,
    ...(id
      ? [eq(subscriptions.id, Number(id))]
      : searchIn(search, [users.first_name, users.last_name, users.email, tokens.symbol])),
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
  const { rows, pagination } = await readList(query, {
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
export function exportSubscriptions(query: QueryOf<typeof adminSubscriptions.exportCsv>): Promise<RowsFile> {
  const condition = conditionOf(query)
  const { created_at, id } = subscriptions
  return exportCsv<Row>({
    columns: [
      ['Reference', ({ subscription }) => subscriptionReference(subscription.id)],
      ['Series', ({ symbol }) => symbol],
      ['State', ({ subscription }) => subscription.state],
      ['Amount', ({ subscription }) => decimal(subscription.amount)],
      ['Unit price', ({ subscription }) => decimal(subscription.unit_price)],
      ['Units', ({ subscription }) => decimal(subscription.units)],
      ['User ID', ({ subscription }) => subscription.user_id],
      ['Name', ({ user_name }) => user_name],
      ['Email', ({ user_email }) => user_email],
      ['Active', ({ is_active }) => yesOrNo(is_active)],
      ['Verified', ({ is_verified }) => yesOrNo(is_verified)],
      ['By hand', ({ by_hand }) => yesOrNo(by_hand)],
      ['Screening', ({ screening }) => screening],
      ['Paid by transaction', ({ subscription }) => subscription.transaction_id ?? ''],
      ['Reason', ({ subscription }) => subscription.reason],
      ['Submitted (UTC)', ({ subscription }) => subscription.created_at.toISOString()],
      ['Changed (UTC)', ({ subscription }) => subscription.updated_at.toISOString()],
    ],
    count: () => countSubscriptions(slowDatabase(), condition),
    read: (last, limit) =>
      selectSubscriptions(slowDatabase())
        .where(
          and(
            condition,
            comesAfter('<', [created_at, id], last && [last.subscription.created_at, last.subscription.id]),
          ),
        )
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

/** One subscription. Throws `not_found`. */
export async function readAnySubscription(id: number): Promise<AdminSubscription> {
  const [subscription] = await toAdmin(await selectSubscriptions(database()).where(eq(subscriptions.id, id)))
  if (!subscription) throw noSuchSubscription()
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

/** The states out of which an action leads. */
const before: Readonly<Record<Action, readonly SubscriptionRow['state'][]>> = {
  review: ['submitted'],
  approve: ['in_review'],
  reject: ['submitted', 'in_review', 'approved', 'funded'],
  fund: ['approved'],
  allot: ['funded'],
}

function checkState({ id, state }: SubscriptionRow, action: Action): void {
  if (before[action].includes(state)) return
  const wanted = before[action].map((one) => one.replace('_', ' ')).join(' or ')
  throw new Problem(
    'conflict',
    `${subscriptionReference(id)} is ${state.replace('_', ' ')}: only one that is ${wanted} can be ${after[action].replace('_', ' ')}.`,
    { isFinal: true },
  )
}

type User = typeof users.$inferSelect

/**
 * Throws `not_verified` for an investor who may not hold units, and `conflict` while a hit of the screening waits.
 * Returns what the audit log keeps of one who is on a list.
 */
async function checkInvestor(user: User, action: Action): Promise<{ on_list?: string }> {
  if (!user.is_active) {
    throw new Problem('not_verified', `This user is disabled. Enable the account before you ${action}.`)
  }
  if (!user.is_verified) {
    throw new Problem('not_verified', `This user is not verified. Verify the account before you ${action}.`)
  }
  await assertNoOpenHits(user.id)
  return keptMatches((await readMatches([user.id])).get(user.id))
}

/** Locks the deposit that is to pay. Throws `validation` unless it is a completed one of the investor that covers the amount. */
async function lockDeposit(id: number, { user_id, amount }: SubscriptionRow): Promise<void> {
  const [row] = await database()
    .select()
    .from(transactions)
    .where(eq(transactions.id, id))
    .for('no key update')
  if (row?.user_id !== user_id || row.type !== 'deposit') {
    throw invalidField('/transaction_id', 'This is no deposit of the investor')
  }
  if (row.status !== 'completed') throw invalidField('/transaction_id', 'This deposit is not completed')
  if (new Big(row.amount).lt(amount)) {
    throw invalidField(
      '/transaction_id',
      `This deposit of $${groupDigits(row.amount)} does not cover the amount of $${groupDigits(amount)}`,
    )
  }
}

/** Cost of the units in USD, to the cent; what it leaves of the amount stays cash. */
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

const sentences: Readonly<
  Record<Action, (symbol: string, reference: string) => { title: string; message: string }>
> = {
  review: (symbol, reference) => ({
    title: `Subscription ${reference} is in review`,
    message: `The investment team is reviewing your subscription for ${symbol}. You will be notified of the decision.`,
  }),
  approve: (symbol, reference) => ({
    title: `Subscription ${reference} is approved`,
    message: `Your subscription for ${symbol} is approved. It shows how to pay, and until when.`,
  }),
  reject: (symbol, reference) => ({
    title: `Subscription ${reference} is not approved`,
    message: `Your subscription for ${symbol} is not approved. It shows the reason.`,
  }),
  fund: (symbol, reference) => ({
    title: `Payment for ${reference} has arrived`,
    message: `Your payment for ${symbol} has arrived. The units are allotted next.`,
  }),
  allot: (symbol, reference) => ({
    title: `Units of ${symbol} are allotted`,
    message: `The units of your subscription ${reference} are entered in the register of holders in your name.`,
  }),
}

/** What the investor reads of an approval while no account to pay to is entered: not that one is shown. */
const approvedWithoutAccount = (symbol: string): string =>
  `Your subscription for ${symbol} is approved. It shows until when to pay. Please wait for the account to pay to, or ask the investment team.`

/** The message of a step to the investor. */
function tell(action: Action, { symbol, reference, payment }: AdminSubscription) {
  const said = sentences[action](symbol, reference)
  return action === 'approve' && !payment?.account.trim()
    ? { ...said, message: approvedWithoutAccount(symbol) }
    : said
}

/** Locks the rows of a decision in the order of `lock-order.ts`: the investor, the deposit, the subscription. */
async function lockForDecision(id: number, { action, transaction_id }: SubscriptionDecision) {
  const [found] = await database().select().from(subscriptions).where(eq(subscriptions.id, id))
  if (!found) throw noSuchSubscription()
  const user = await lockLiveUser(found.user_id, 'no key update')
  if (!user) throw new Problem('conflict', 'The account of this investor was deleted.', { isFinal: true })
  if (action === 'fund') {
    checkState(found, action)
    // Without one, it is paid from the cash that is available, in however many deposits that came.
    if (transaction_id !== undefined) await lockDeposit(transaction_id, found)
  }
  const [row] = await database().select().from(subscriptions).where(eq(subscriptions.id, id)).for('update')
  if (!row) throw noSuchSubscription()
  return { user, row }
}

/** What changes with a step, beyond the state. */
async function changesOf(
  { offering_id }: SubscriptionRow,
  { action, transaction_id }: SubscriptionDecision,
): Promise<Partial<SubscriptionRow>> {
  if (action === 'fund') return { transaction_id: transaction_id ?? null }
  // A rejected one frees its deposit.
  if (action === 'reject') return { transaction_id: null }
  if (action !== 'approve') return {}
  const [offering] = await database().select().from(offerings).where(eq(offerings.id, offering_id))
  const days = offering?.payment_days ?? 0
  return { payment_due_at: endOfDay(new Date(Date.now() + days * 86_400_000)) }
}

const explainDeposit = (error: unknown): unknown =>
  uniqueViolation(error) === 'subscriptions_deposit_unique'
    ? new Problem('conflict', 'This deposit already pays for another subscription.')
    : error

/**
 * Takes a subscription to its next step. Throws `not_found`, `stale_write`, `conflict` for a step that does not follow
 * or that the register refuses, `not_verified` for an approval or allotment to an investor who is disabled or not
 * verified, `insufficient_cash` where the cash does not cover the amount, and `validation` for a missing reason or an
 * unsuitable deposit.
 */
export async function decideSubscription(
  id: number,
  decision: SubscriptionDecision,
  actor: Actor,
): Promise<AdminSubscription> {
  const { action, reason = '', updated_at } = decision
  if (action === 'reject' && !reason)
    throw invalidField('/reason', 'Enter the reason, which the investor reads')
  try {
    return await inTransaction(async () => {
      const { user, row } = await lockForDecision(id, decision)
      checkState(row, action)
      checkUnchanged(row, updated_at, 'subscription')
      const listed = action === 'approve' || action === 'allot' ? await checkInvestor(user, action) : {}
      const shownBefore = await readAnySubscription(id)
      const changes = await changesOf(row, decision)
      // Funding reserves cash, and an allotment spends it: neither can overdraw it.
      await guardCash({ userIds: [row.user_id], amount: row.amount, buysUnits: true }, async () => {
        if (action === 'allot') await allot(row, actor)
        await takeStep(
          id,
          { ...changes, state: after[action] },
          { by: 'desk', admin_id: actor.adminId, reason },
        )
      })
      const shown = await readAnySubscription(id)
      await database()
        .insert(notifications)
        .values({
          user_id: row.user_id,
          category: 'investment',
          // Payment instructions have a due date.
          ...(action === 'approve' && { email: atOnce(row.user_id, 'investment') }),
          type: action === 'reject' ? 'warning' : action === 'allot' ? 'success' : 'info',
          ...tell(action, shown),
        })
      invalidateCache('series')
      await recordAudit(actor, {
        action: `subscription.${action}`,
        entity: 'subscription',
        entityId: id,
        before: { ...withoutTimeline(shownBefore), ...listed },
        after: { ...withoutTimeline(shown), ...listed },
      })
      return shown
    })
  } catch (error) {
    throw explainDeposit(error)
  }
}

/** A subscription as the audit log keeps it. */
export const withoutTimeline = ({ timeline: _, ...rest }: AdminSubscription) => rest
