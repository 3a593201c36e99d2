/** Effect of correcting an allotment in the register: its subscription is paid but no longer allotted. */
import { eq } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { database } from '#db/connection'
import { LONG_TEXT_LENGTH } from '#db/schema/column-types'
import { registerMovements } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { notifications } from '#db/schema/messaging/notifications'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { getSubscription, toAuditedSubscription } from './admin-subscriptions.ts'
import { type SubscriptionRow, updateSubscriptionStatus } from './subscription-rows.ts'

/** Locks the subscription allotted by a movement; undefined if it allotted none. Lock its investor first. */
export async function lockSubscriptionByMovement(movementId: number): Promise<SubscriptionRow | undefined> {
  const [movement] = await database()
    .select({ id: registerMovements.subscription_id })
    .from(registerMovements)
    .where(eq(registerMovements.id, movementId))
  if (!movement?.id) return undefined
  const [row] = await database()
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, movement.id))
    .for('update')
  // The register rejects an allotment that was already corrected.
  return row?.state === 'allotted' ? row : undefined
}

/**
 * Returns a locked subscription to `funded`, which reserves its units again: it can be allotted again, or rejected. The
 * investor is notified.
 */
export async function revertAllotment(
  { id, user_id }: SubscriptionRow,
  reason: string,
  actor: Actor,
): Promise<void> {
  const before = await getSubscription(id)
  // Without the correction's number, which differs on approval and would make an approval request outdated.
  const said = `Allotment reversed by a correction in the register: ${reason}`
  await updateSubscriptionStatus(
    id,
    { state: 'funded' },
    { by: 'desk', admin_id: actor.adminId, reason: said.slice(0, LONG_TEXT_LENGTH) },
  )
  const after = await getSubscription(id)
  await database()
    .insert(notifications)
    .values({
      user_id,
      category: 'investment',
      type: 'warning',
      title: `Allotment of ${after.reference} reversed`,
      message: `The allotment of units for your subscription to ${after.symbol} was reversed by a correction in the register of holders. Your payment remains on record and the units remain reserved for you. Open the subscription to see the reason.`,
    })
  await recordAudit(actor, {
    action: 'subscription.return',
    entity: 'subscription',
    entityId: id,
    before: toAuditedSubscription(before),
    after: toAuditedSubscription(after),
  })
}
