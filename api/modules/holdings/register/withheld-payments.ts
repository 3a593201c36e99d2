/** Shares of distributions that were held back, and are paid when the hold ends. */
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Distribution, HeldBackPayment } from '#contract/holdings/admin-register'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { transactions } from '#db/schema/cash/transactions'
import { distributionLines, distributions } from '#db/schema/holdings/register'
import { notifications } from '#db/schema/messaging/notifications'
import { assertPayable, guardCash } from '#modules/cash/cash-guard'
import { formatRecordDateTime, selectUnitsTimesAmount } from '#modules/cash/transactions/distribution-text'
import { findSeries } from '#modules/catalog/series/series-figures'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { formatLongDate } from '#shared/format-date'
import { addThousandsSeparators } from '#shared/thousands-separators'
import { listMatchingDistributions } from './distributions.ts'

/** Serializes a late payment of a distribution with its reversal, which must not miss the payment. */
export const lockDistribution = (id: number) =>
  database().execute(sql`select pg_advisory_xact_lock(hashtext('distribution'), ${id})`)

/** Books the payment like the others of its distribution, and notifies the holder. */
async function book(
  { symbol }: { symbol: string },
  { id, record_date, amount_per_unit }: Distribution,
  { user_id, units, amount }: Distribution['held_back'][number],
): Promise<void> {
  const computed = selectUnitsTimesAmount(sql`${units}::numeric`, sql`${amount_per_unit}`)
  const [paid] = await database()
    .insert(transactions)
    .values({
      user_id,
      type: 'interest',
      amount,
      description: sql`${`Distribution of ${symbol}, record date ${record_date}: `}::text || ${computed}`,
    })
    .returning({ id: transactions.id })
  if (!paid) throw new Error('An insert returned no row')
  await database()
    .insert(distributionLines)
    .values({ distribution_id: id, user_id, units, amount, transaction_id: paid.id })
  const message = `You received $${addThousandsSeparators(amount)} for the record date ${formatLongDate(record_date)}`
  await database()
    .insert(notifications)
    .values({
      user_id,
      category: 'transaction',
      type: 'success',
      title: `Distribution of ${symbol}`,
      message: sql`${message}::text || (
        select ${formatRecordDateTime} from ${distributions} as distribution where distribution.id = ${id}
      ) || ': ' || ${computed} || '.'`,
    })
}

/**
 * Pays the held-back amount of one holder. Throws `not_found`, and `conflict` if nothing is held back any
 * more, the distribution was reversed, the account was closed, or the holder still cannot be paid.
 */
export function payWithheld(
  symbol: string,
  id: number,
  { user_id, reason }: HeldBackPayment,
  actor: Actor,
): Promise<Distribution> {
  return inTransaction(async () => {
    const { token } = await findSeries(symbol)
    await lockDistribution(id)
    const user = await lockActiveAccount(user_id, 'no key update')
    const own = and(eq(distributions.id, id), eq(distributions.token_id, token.id))
    const [before] = await listMatchingDistributions(own)
    if (!before) throw new Problem('not_found', 'Distribution not found in this series.')
    if (before.reversal)
      throw new Problem(
        'conflict',
        'This distribution has been reversed. Held-back amounts can no longer be paid.',
        {
          isFinal: true,
        },
      )
    const share = before.held_back.find((one) => one.user_id === user_id)
    if (!share)
      throw new Problem('conflict', 'This distribution has no held-back amount for this investor.', {
        isFinal: true,
      })
    if (!user)
      throw new Problem(
        'conflict',
        'The account of this investor has been closed. The share cannot be paid.',
        {
          isFinal: true,
        },
      )
    await assertPayable(user_id)
    await guardCash({ userIds: [user_id], amount: share.amount }, () => book(token, before, share))
    const [after] = await listMatchingDistributions(own)
    if (!after) throw new Error('A paid distribution was not found')
    await recordAudit(actor, {
      action: 'register.pay_held_back',
      entity: 'distribution',
      entityId: id,
      before: { symbol: token.symbol, user_id, held_back_total: before.held_back_total },
      after: {
        symbol: token.symbol,
        user_id,
        record_date: before.record_date,
        units: share.units,
        amount_per_unit: before.amount_per_unit,
        amount: share.amount,
        held_back_total: after.held_back_total,
        reason,
      },
    })
    return after
  })
}
