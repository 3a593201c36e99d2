/** Subscriptions as sent: rows with their timelines. */
import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { formatSubscriptionReference, type Subscription } from '#contract/holdings/subscriptions'
import { database } from '#db/connection'
import { offerings, series } from '#db/schema/catalog/series'
import { subscriptionSteps, subscriptions } from '#db/schema/holdings/subscriptions'
import { admins } from '#db/schema/identity/accounts'
import { settings } from '#db/schema/platform/settings'

export type SubscriptionRow = typeof subscriptions.$inferSelect

async function readAccount(rows: readonly SubscriptionRow[]): Promise<string> {
  if (rows.every(({ state }) => state !== 'approved')) return ''
  const [row] = await database().select({ account: settings.payment_account }).from(settings)
  return row?.account ?? ''
}

/** The last instant of a day in UTC: a payment is on time until then. */
export function endOfDay(instant: Date): Date {
  const end = new Date(instant)
  end.setUTCHours(23, 59, 59, 999)
  return end
}

function toPayment({ id, state, amount, payment_due_at }: SubscriptionRow, account: string) {
  if (state !== 'approved' || !payment_due_at) return null
  return {
    reference: formatSubscriptionReference(id),
    amount,
    due_at: endOfDay(payment_due_at).toISOString(),
    account,
  }
}

/** The end of an offering: its closing time, or earlier if it was closed before. */
export const selectOfferingEnd = sql<Date>`least(${offerings.closes_at},
  case when ${offerings.state} = 'closed' then ${offerings.updated_at} end)`.mapWith(offerings.closes_at)

const isUndecided = ({ state }: SubscriptionRow): boolean => state === 'submitted' || state === 'in_review'

/** The ends of the offerings of undecided subscriptions, by offering id. */
async function readOfferingEnds(rows: readonly SubscriptionRow[]): Promise<Map<number, string>> {
  const ids = rows.filter(isUndecided).map(({ offering_id }) => offering_id)
  if (ids.length === 0) return new Map()
  const found = await database()
    .select({ id: offerings.id, end: selectOfferingEnd })
    .from(offerings)
    .where(inArray(offerings.id, ids))
  return new Map(found.map(({ id, end }) => [id, end.toISOString()]))
}

type StepRow = typeof subscriptionSteps.$inferSelect & { admin_name: string }

/** The steps of these subscriptions, oldest first, with the names of the administrators who took them. */
export function listSubscriptionEvents(rows: readonly Pick<SubscriptionRow, 'id'>[]): Promise<StepRow[]> {
  return database()
    .select({
      ...getTableColumns(subscriptionSteps),
      admin_name: sql<string>`coalesce(${admins.username}, '')`,
    })
    .from(subscriptionSteps)
    .leftJoin(admins, eq(admins.id, subscriptionSteps.admin_id))
    .where(
      inArray(
        subscriptionSteps.subscription_id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(subscriptionSteps.id))
}

export const toSubscriptionEvent = ({
  state,
  at,
  by,
  reason,
}: StepRow): Subscription['timeline'][number] => ({
  state,
  at: at.toISOString(),
  by,
  reason,
})

/** A row with the symbol of its token, and whether its series is a demonstration. */
export type NamedSubscription = SubscriptionRow & { symbol: string; is_illustrative: boolean }

/** Whether the series of a subscription is a demonstration, for a select that joins `subscriptions`. */
export const isIllustrative = sql<boolean>`exists (
  select from ${series} as facts where facts.token_id = ${subscriptions}.token_id and facts.is_illustrative)`

/** Adds timelines and payment instructions. */
export async function toSubscriptions<Row extends NamedSubscription>(
  rows: readonly Row[],
  known?: readonly StepRow[],
): Promise<Subscription[]> {
  if (rows.length === 0) return []
  const steps = known ?? (await listSubscriptionEvents(rows))
  const account = await readAccount(rows)
  const ends = await readOfferingEnds(rows)
  return rows.map((row) => ({
    id: row.id,
    reference: formatSubscriptionReference(row.id),
    symbol: row.symbol,
    is_illustrative: row.is_illustrative,
    offering_id: row.offering_id,
    amount: row.amount,
    unit_price: row.unit_price,
    units: row.units,
    state: row.state,
    reason: row.reason,
    payment: toPayment(row, account),
    offering_ends_at: (isUndecided(row) && ends.get(row.offering_id)) || null,
    timeline: steps.filter(({ subscription_id }) => subscription_id === row.id).map(toSubscriptionEvent),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

type Step = typeof subscriptionSteps.$inferInsert

/** Moves a locked subscription to a state, and records the step in its timeline. */
export async function updateSubscriptionStatus(
  id: number,
  changes: Partial<SubscriptionRow> & Pick<SubscriptionRow, 'state'>,
  { by, admin_id, reason = '' }: Pick<Step, 'by' | 'admin_id' | 'reason'>,
): Promise<SubscriptionRow> {
  const [row] = await database()
    .update(subscriptions)
    .set({ ...changes, reason })
    .where(eq(subscriptions.id, id))
    .returning()
  if (!row) throw new Error('A locked row no longer exists')
  await database()
    .insert(subscriptionSteps)
    .values({ subscription_id: id, state: changes.state, by, admin_id, reason })
  return row
}
