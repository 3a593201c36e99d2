/**
 * The rows of planned subscriptions: timelines, acknowledgments and the movements that allotted them, each at its own
 * time. Only the owner of the tables may add backdated movements.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '#db/client'
import {
  distributionLines,
  distributions,
  registerEntries,
  registerMovements,
} from '#db/schema/holdings/register'
import {
  subscriptionAcknowledgements,
  subscriptionSteps,
  subscriptions,
} from '#db/schema/holdings/subscriptions'
import { formatMoney, formatUnits } from './demo-arithmetic.ts'
import type { DemoDistribution } from './demo-distribution.ts'
import { DAY } from './demo-market.ts'
import type { SeededSeries, Transaction } from './demo-series.ts'
import { type DemoSubscription, getAllottedAt, getStatus } from './demo-subscriptions.ts'

/** Whether a connection may add backdated movements, as only the owner's may. */
export async function canWriteRegister(db: Database): Promise<boolean> {
  const [row] = await db.execute<{ owns: boolean }>(
    sql`select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'register_movements'::regclass`,
  )
  return row?.owns === true
}

/** A planned subscription with the rows it refers to. */
export interface OwnedSubscription {
  planned: DemoSubscription
  userId: number
  /** The deposit that paid for it. */
  transactionId: number | null
}

interface Registered {
  series: ReadonlyMap<string, SeededSeries>
  /** Null before the first administrator: the steps are then attributed to the system. */
  adminId: number | null
}

function seriesOf(series: Registered['series'], { symbol }: DemoSubscription): SeededSeries {
  const found = series.get(symbol)
  if (!found) throw new Error(`The series ${symbol} is not seeded`)
  return found
}

function dueAt({ steps, offering }: DemoSubscription): Date | null {
  const approved = steps.find(({ state }) => state === 'approved')
  return approved ? new Date(approved.at.getTime() + offering.paymentDays * DAY) : null
}

function subscriptionRow({ planned, userId, transactionId }: OwnedSubscription, { series }: Registered) {
  const { tokenId, offerings } = seriesOf(series, planned)
  const offering_id = offerings.get(planned.offering)
  if (offering_id === undefined) throw new Error('An offering is not seeded')
  const { steps, amount, units, offering } = planned
  return {
    user_id: userId,
    token_id: tokenId,
    offering_id,
    amount: formatMoney(amount),
    unit_price: formatMoney(offering.price),
    units: formatUnits(units),
    state: getStatus(planned),
    payment_due_at: dueAt(planned),
    transaction_id: transactionId,
    created_at: steps[0]?.at,
    updated_at: steps.at(-1)?.at,
  }
}

/** Adds subscriptions, and units for the allotted ones. Returns their ids in order. */
export async function addSubscriptions(
  tx: Transaction,
  owned: readonly OwnedSubscription[],
  registered: Registered,
): Promise<number[]> {
  if (owned.length === 0) return []
  const rows = await tx
    .insert(subscriptions)
    .values(owned.map((one) => subscriptionRow(one, registered)))
    .returning({ id: subscriptions.id })
  // Rows are returned in the order of their values.
  const numbered = owned.map((one, index) => ({ ...one, id: rows[index]?.id ?? 0 }))
  const { adminId: admin_id, series } = registered
  const byDesk = admin_id === null ? { by: 'system' as const } : { by: 'desk' as const, admin_id }
  await tx.insert(subscriptionSteps).values(
    numbered.flatMap(({ id: subscription_id, planned }) =>
      planned.steps.map(({ state, at }) => ({
        subscription_id,
        state,
        at,
        ...(state === 'submitted' ? { by: 'investor' as const } : byDesk),
      })),
    ),
  )
  const acknowledged = numbered.flatMap(({ id: subscription_id, planned }) => {
    const at = planned.steps[0]?.at ?? new Date()
    return seriesOf(series, planned)
      .versions.filter(({ mustAcknowledge, createdAt }) => mustAcknowledge && createdAt <= at)
      .map(({ id: version_id, sha256 }) => ({ subscription_id, version_id, sha256, acknowledged_at: at }))
  })
  if (acknowledged.length > 0) await tx.insert(subscriptionAcknowledgements).values(acknowledged)
  await addIssues(tx, numbered, registered)
  return numbered.map(({ id }) => id)
}

/** Issues the units of allotted subscriptions, oldest first. */
async function addIssues(
  tx: Transaction,
  owned: readonly (OwnedSubscription & { id: number })[],
  { adminId, series }: Registered,
): Promise<void> {
  const issued = owned
    .flatMap((one) => {
      const at = getAllottedAt(one.planned)
      return at ? { ...one, at, tokenId: seriesOf(series, one.planned).tokenId } : []
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  if (issued.length === 0) return
  // They have their own times, and `register:verify` checks them against the attestations of their days.
  await tx.execute(sql`alter table register_movements disable trigger stamp`)
  await tx.execute(sql`alter table register_entries disable trigger check_movements`)
  const movements = await tx
    .insert(registerMovements)
    .values(
      issued.map(({ id, at, tokenId }) => ({
        token_id: tokenId,
        type: 'issue' as const,
        at,
        subscription_id: id,
        admin_id: adminId,
      })),
    )
    .returning({ id: registerMovements.id })
  await tx.insert(registerEntries).values(
    issued.flatMap(({ userId, tokenId, planned: { units, cost } }, index) => {
      const entry = { token_id: tokenId, movement_id: movements[index]?.id ?? 0 }
      return [
        { ...entry, user_id: null, units: formatUnits(-units), cost: formatMoney(-cost) },
        { ...entry, user_id: userId, units: formatUnits(units), cost: formatMoney(cost) },
      ]
    }),
  )
  // Deferred checks must run before a trigger can be changed.
  await tx.execute(sql`set constraints all immediate`)
  await tx.execute(sql`alter table register_movements enable trigger stamp`)
  await tx.execute(sql`alter table register_entries enable trigger check_movements`)
}

/** Adds a distribution. `paid` lists the holders and their transactions, in the order of its shares. */
export async function addDistribution(
  tx: Transaction,
  { symbol, recordDate, perUnit, paidAt, shares, total }: DemoDistribution,
  paid: readonly { userId: number; transactionId: number | undefined }[],
  { adminId, series }: Registered,
): Promise<void> {
  const [row] = await tx
    .insert(distributions)
    .values({
      token_id: series.get(symbol)?.tokenId ?? 0,
      record_date: recordDate,
      amount_per_unit: formatUnits(perUnit),
      total: formatMoney(total),
      reason: 'Metal sold in the third quarter',
      admin_id: adminId,
      created_at: paidAt,
    })
    .returning({ id: distributions.id })
  await tx.insert(distributionLines).values(
    shares.flatMap(({ units, amount }, index) => {
      const { userId, transactionId } = paid[index] ?? {}
      if (amount === 0 || !userId || !transactionId) return []
      return {
        distribution_id: row?.id ?? 0,
        user_id: userId,
        units: formatUnits(units),
        amount: formatMoney(amount),
        transaction_id: transactionId,
      }
    }),
  )
}
