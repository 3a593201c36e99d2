/** Shares of distributions that were held back, and are paid when the hold is over. */
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { Distribution, HeldBackPayment } from '#contract/admin-register'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { notifications } from '#db/schema/notifications'
import { distributionLines, distributions } from '#db/schema/register'
import { transactions } from '#db/schema/transactions'
import { recordAudit } from '#modules/audit/service'
import { guardCash } from '#modules/cash/guard'
import { assertPayable } from '#modules/screening/service'
import { findSeries } from '#modules/series/figures'
import { groupDigits } from '#shared/group-digits'
import { writeDay } from '#shared/written-day'
import { computedText } from './computed-text.ts'
import { countedText } from './counted-at.ts'
import { selectDistributions } from './distributions.ts'

/** Lets a late payment of a distribution wait for its reversal, and the reverse: a payment must not miss it. */
export const lockDistribution = (id: number) =>
  database().execute(sql`select pg_advisory_xact_lock(hashtext('distribution'), ${id})`)

/** Books the payment as the others of its distribution were, and notifies the holder. */
async function book(
  { symbol }: { symbol: string },
  { id, record_date, amount_per_unit }: Distribution,
  { user_id, units, amount }: Distribution['held_back'][number],
): Promise<void> {
  const computed = computedText(sql`${units}::numeric`, sql`${amount_per_unit}`)
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
  const message = `You received $${groupDigits(amount)} for the record date ${writeDay(record_date)}`
  await database()
    .insert(notifications)
    .values({
      user_id,
      category: 'transaction',
      type: 'success',
      title: `Distribution of ${symbol}`,
      message: sql`${message}::text || (
        select ${countedText} from ${distributions} as distribution where distribution.id = ${id}
      ) || ': ' || ${computed} || '.'`,
    })
}

/**
 * Pays the share of one holder that was held back. Throws `not_found`, and `conflict` where none of it is held back any
 * more, the distribution was reversed, the account was closed, or the holder still cannot be paid.
 */
export function payHeldBack(
  symbol: string,
  id: number,
  { user_id, reason }: HeldBackPayment,
  actor: Actor,
): Promise<Distribution> {
  return inTransaction(async () => {
    const { token } = await findSeries(symbol)
    await lockDistribution(id)
    const user = await lockLiveUser(user_id, 'no key update')
    const own = and(eq(distributions.id, id), eq(distributions.token_id, token.id))
    const [before] = await selectDistributions(own)
    if (!before) throw new Problem('not_found', 'There is no distribution with this id in this series.')
    if (before.reversal)
      throw new Problem('conflict', 'This distribution was reversed. None of it can be paid.', {
        isFinal: true,
      })
    const share = before.held_back.find((one) => one.user_id === user_id)
    if (!share)
      throw new Problem('conflict', 'No share of this investor is held back in this distribution.', {
        isFinal: true,
      })
    if (!user)
      throw new Problem('conflict', 'The account of this investor was closed: it cannot be paid.', {
        isFinal: true,
      })
    await assertPayable(user_id)
    await guardCash({ userIds: [user_id], amount: share.amount }, () => book(token, before, share))
    const [after] = await selectDistributions(own)
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
