import { database } from '#db/connection'
import { notifications } from '#db/schema/messaging/notifications'
import type { portfolios } from '#db/schema/portfolio/portfolios'

/** Tells an investor that a request has ended, and why, if a reason was given. */
export async function notifyRejected(
  { user_id, pending_investments }: Pick<typeof portfolios.$inferSelect, 'user_id' | 'pending_investments'>,
  reason: string,
): Promise<void> {
  await database()
    .insert(notifications)
    .values({
      user_id,
      category: 'investment',
      type: 'info',
      title: 'Investment request not approved',
      message: [
        `Your request to invest in ${pending_investments} was not approved.`,
        ...(reason ? [`\n\nReason: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}\n\n`] : [' ']),
        'You can submit a new request at any time.',
      ].join(''),
    })
}
