/** What taking back a movement or a distribution would do to cash, before anybody does it. */
import { sql } from 'drizzle-orm'
import type { Undoing } from '#contract/admin-register'
import { BULK_TIME_LIMIT } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { allowSlowStatements, database, inTransaction } from '#db/connection'
import { type CashMove, previewCash } from '#modules/cash/preview'
import { findSeries } from '#modules/series/figures'

/** What leaves the cash of each holder; an allotment that is taken back is paid, and reserves its amount again. */
const ofCorrection = (tokenId: number, movementId: number) => sql`
  select entry.user_id, (-cash_effect(entry, movement))::numeric(20, 2)::text as balance,
    coalesce(subscription.amount, 0)::text as reserved, coalesce(movement.amount, entry.cost)::text as amount
  from register_entries as entry
  join register_movements as movement on movement.id = entry.movement_id
  left join subscriptions as subscription on subscription.id = movement.subscription_id and subscription.state = 'allotted'
  where movement.id = ${movementId} and movement.token_id = ${tokenId} and entry.user_id is not null
  order by entry.number`

/** What leaves the cash of each holder who was paid; nothing where that has happened. */
const ofReversal = (tokenId: number, distributionId: number) => sql`
  select line.user_id, (case when reversal.distribution_id is null then -line.amount else 0 end)::text as balance,
    '0' as reserved, (sum(line.amount) over ())::text as amount
  from distribution_lines as line
  join distributions as distribution on distribution.id = line.distribution_id
  left join distribution_reversals as reversal on reversal.distribution_id = distribution.id
  where distribution.id = ${distributionId} and distribution.token_id = ${tokenId}
  order by line.amount desc, line.user_id`

type Row = Required<CashMove> & { amount: string } & Record<string, unknown>

/** Throws `not_found` where there is nothing to take back. */
const preview = (symbol: string, movesOf: (tokenId: number) => ReturnType<typeof sql>): Promise<Undoing> =>
  inTransaction(async () => {
    await allowSlowStatements(BULK_TIME_LIMIT)
    const { token } = await findSeries(symbol)
    const moves = [...(await database().execute<Row>(movesOf(token.id)))]
    const [first] = moves
    if (!first) throw new Problem('not_found', 'There is nothing to take back with this id in this series.')
    return { ...(await previewCash(moves)), amount: first.amount }
  })

/** What the correction of a movement would do to cash. Throws `not_found`. */
export const previewCorrection = (symbol: string, movementId: number): Promise<Undoing> =>
  preview(symbol, (tokenId) => ofCorrection(tokenId, movementId))

/** What the reversal of a distribution would do to cash. Throws `not_found`. */
export const previewReversal = (symbol: string, distributionId: number): Promise<Undoing> =>
  preview(symbol, (tokenId) => ofReversal(tokenId, distributionId))
