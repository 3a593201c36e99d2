/** Reversals of distributions: one that was booked by mistake is taken back as a whole. */
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { Distribution, ReversalBody } from '#contract/admin-register'
import { BULK_TIME_LIMIT } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { allowSlowStatements, database, inTransaction } from '#db/connection'
import { uniqueViolation } from '#db/errors'
import { distributionLines, distributionReversals, distributions } from '#db/schema/register'
import { recordAudit } from '#modules/audit/service'
import { guardCash } from '#modules/cash/guard'
import { findSeries } from '#modules/series/figures'
import { writeDay } from '#shared/written-day'
import { selectDistributions } from './distributions.ts'
import { lockDistribution } from './held-back.ts'

/** Locks the accounts that were paid, and returns their ids. Throws `conflict` when one was deleted. */
async function lockPaid(id: number): Promise<number[]> {
  const paid = await database().execute<{ id: number; is_deleted: boolean }>(sql`
    select id, deleted_at is not null as is_deleted from users
    where id in (select user_id from ${distributionLines} where distribution_id = ${id})
    order by id for no key update`)
  if ([...paid].some(({ is_deleted }) => is_deleted)) {
    throw new Problem(
      'conflict',
      'A holder of this distribution has no account any more, and the records of a deleted account stay as they are. Nothing was reversed.',
      { isFinal: true },
    )
  }
  return [...paid].map(({ id }) => id)
}

/** Cancels the payments, whose accounts are locked before them. */
async function cancelPayments(id: number): Promise<void> {
  const ofLines = sql`select transaction_id from ${distributionLines} where distribution_id = ${id}`
  await database().execute(sql`
    update transactions set status = 'cancelled' where id in (
      select id from transactions where id in (${ofLines}) order by id for no key update
    )`)
}

/** Everybody whose payment is cancelled is notified. */
async function notifyPaid(id: number, symbol: string, { record_date }: Distribution, reason: string) {
  const title = `Distribution of ${symbol} reversed`
  const message = `of the distribution of ${symbol} with the record date ${writeDay(record_date)} is cancelled and no longer part of your cash: ${reason}`
  await database().execute(sql`
    insert into notifications (user_id, category, type, title, message)
    select line.user_id, 'transaction', 'warning', ${title}::text,
      'Your payment of $' || to_char(line.amount, 'FM999,999,999,990.00') || ' ' || ${message}::text
    from ${distributionLines} as line where line.distribution_id = ${id} order by line.user_id`)
}

/**
 * Takes a distribution back: its payments become `cancelled` and it stays in the list, marked. Throws `not_found`, and
 * `conflict` when it was reversed before, or a holder's account was deleted since, and as {@link guardCash} does for
 * holders who have spent it.
 */
export async function reverseDistribution(
  symbol: string,
  id: number,
  { reason, ...overdraft }: ReversalBody,
  actor: Actor,
): Promise<Distribution> {
  try {
    return await inTransaction(async () => {
      await allowSlowStatements(BULK_TIME_LIMIT)
      const { token } = await findSeries(symbol)
      await lockDistribution(id)
      const own = and(eq(distributions.id, id), eq(distributions.token_id, token.id))
      const [before] = await selectDistributions(own)
      if (!before) throw new Problem('not_found', 'There is no distribution with this id in this series.')
      await database()
        .insert(distributionReversals)
        .values({ distribution_id: id, reason, admin_id: actor.adminId })
      const booking = { userIds: await lockPaid(id), amount: before.total, overdraft, reason }
      await guardCash(booking, () => cancelPayments(id))
      await notifyPaid(id, token.symbol, before, reason)
      const [after] = await selectDistributions(own)
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
    if (uniqueViolation(error) !== 'distribution_reversals_pkey') throw error
    throw new Problem('conflict', 'This distribution was already reversed.', { isFinal: true })
  }
}
