/** What a correction of an allotment in the register does to its subscription: it is paid, and not allotted any more. */
import { eq } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { database } from '#db/connection'
import { LONG_TEXT } from '#db/schema/columns'
import { notifications } from '#db/schema/notifications'
import { registerMovements } from '#db/schema/register'
import { subscriptions } from '#db/schema/subscriptions'
import { recordAudit } from '#modules/audit/service'
import { readAnySubscription, withoutTimeline } from './admin-service.ts'
import { type SubscriptionRow, takeStep } from './rows.ts'

/** Locks the subscription that a movement allotted; undefined when it allotted none. Lock its investor first. */
export async function lockAllotted(movementId: number): Promise<SubscriptionRow | undefined> {
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
  // An allotment that was corrected before is refused by the register.
  return row?.state === 'allotted' ? row : undefined
}

/**
 * Returns a locked subscription to `funded`, which reserves its units again: it can be allotted again, or rejected. The
 * investor is notified.
 */
export async function returnAllotted(
  { id, user_id }: SubscriptionRow,
  reason: string,
  actor: Actor,
): Promise<void> {
  const before = await readAnySubscription(id)
  // Without the number of the correction: a proposal has another one when it is approved, and would be out of date.
  const said = `Allotment reversed by a correction in the register: ${reason}`
  await takeStep(
    id,
    { state: 'funded' },
    { by: 'desk', admin_id: actor.adminId, reason: said.slice(0, LONG_TEXT) },
  )
  const after = await readAnySubscription(id)
  await database()
    .insert(notifications)
    .values({
      user_id,
      category: 'investment',
      type: 'warning',
      title: `Allotment of ${after.reference} is corrected`,
      message: `The units of your subscription for ${after.symbol} were taken back by a correction in the register of holders. Your payment stays recorded and the units stay reserved for you. The subscription shows the reason.`,
    })
  await recordAudit(actor, {
    action: 'subscription.return',
    entity: 'subscription',
    entityId: id,
    before: withoutTimeline(before),
    after: withoutTimeline(after),
  })
}
