/** Reversals of distributions: one that was booked by mistake is reversed in full. */
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { BULK_TIMEOUT_MS } from '#contract/endpoint'
import type { Distribution, ReversalBody } from '#contract/holdings/admin-register'
import { Problem } from '#contract/problem'
import { database, inTransaction, setStatementTimeout } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { distributionLines, distributionReversals, distributions } from '#db/schema/holdings/register'
import { guardCash } from '#modules/cash/cash-guard'
import { findSeries } from '#modules/catalog/series/series-figures'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { formatLongDate } from '#shared/format-date'
import { listMatchingDistributions } from './distributions.ts'
import { lockDistribution } from './withheld-payments.ts'

/** Locks the accounts that were paid, and returns their ids. Throws `conflict` if one was deleted. */
async function lockPaid(id: number): Promise<number[]> {
  const paid = await database().execute<{ id: number; is_deleted: boolean }>(sql`
    select id, deleted_at is not null as is_deleted from users
    where id in (select user_id from ${distributionLines} where distribution_id = ${id})
    order by id for no key update`)
  if ([...paid].some(({ is_deleted }) => is_deleted)) {
    throw new Problem(
      'conflict',
      'A holder in this distribution no longer has an account, and records of deleted accounts cannot be changed. Nothing was reversed.',
      { isFinal: true },
    )
  }
  return [...paid].map(({ id }) => id)
}

/** Cancels the payments. Their accounts are locked first. */
async function cancelPayments(id: number): Promise<void> {
  const ofLines = sql`select transaction_id from ${distributionLines} where distribution_id = ${id}`
  await database().execute(sql`
    update transactions set status = 'cancelled' where id in (
      select id from transactions where id in (${ofLines}) order by id for no key update
    )`)
}

/** Notifies everyone whose payment is cancelled. */
async function notifyPaid(id: number, symbol: string, { record_date }: Distribution, reason: string) {
  const title = `Distribution of ${symbol} reversed`
  const message = `for the distribution of ${symbol} (record date ${formatLongDate(record_date)}) has been cancelled and deducted from your cash balance. Reason: ${reason}`
  await database().execute(sql`
    insert into notifications (user_id, category, type, title, message)
    select line.user_id, 'transaction', 'warning', ${title}::text,
      'Your payment of $' || to_char(line.amount, 'FM999,999,999,990.00') || ' ' || ${message}::text
    from ${distributionLines} as line where line.distribution_id = ${id} order by line.user_id`)
}

/**
 * Reverses a distribution: its payments become `cancelled`, and it stays in the list, marked as reversed.
 * Throws `not_found`, `conflict` if it has already been reversed or a holder's account was deleted since, and
 * as {@link guardCash} does for holders who have spent the payment.
 */
export async function reverseDistribution(
  symbol: string,
  id: number,
  { reason, ...overdraft }: ReversalBody,
  actor: Actor,
): Promise<Distribution> {
  try {
    return await inTransaction(async () => {
      await setStatementTimeout(BULK_TIMEOUT_MS)
      const { token } = await findSeries(symbol)
      await lockDistribution(id)
      const own = and(eq(distributions.id, id), eq(distributions.token_id, token.id))
      const [before] = await listMatchingDistributions(own)
      if (!before) throw new Problem('not_found', 'Distribution not found in this series.')
      await database()
        .insert(distributionReversals)
        .values({ distribution_id: id, reason, admin_id: actor.adminId })
      const booking = { userIds: await lockPaid(id), amount: before.total, overdraft, reason }
      await guardCash(booking, () => cancelPayments(id))
      await notifyPaid(id, token.symbol, before, reason)
      const [after] = await listMatchingDistributions(own)
      if (!after) throw new Error('A reversed distribution was not found')
      await recordAudit(actor, {
        action: 'register.reverse_distribution',
        entity: 'distribution',
        entityId: id,
        before: { ...before, symbol: token.symbol },
        after: { ...after, symbol: token.symbol },
      })
      return after
    })
  } catch (error) {
    if (getUniqueViolation(error) !== 'distribution_reversals_pkey') throw error
    throw new Problem('conflict', 'This distribution has already been reversed.', { isFinal: true })
  }
}
