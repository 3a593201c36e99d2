/** The effect on cash of reversing a movement or a distribution, before it is done. */
import { sql } from 'drizzle-orm'
import { BULK_TIMEOUT_MS } from '#contract/endpoint'
import type { Undoing } from '#contract/holdings/admin-register'
import { Problem } from '#contract/problem'
import { database, inTransaction, setStatementTimeout } from '#db/connection'
import { type CashMove, previewCash } from '#modules/cash/cash-preview'
import { findSeries } from '#modules/catalog/series/series-figures'

/**
 * What leaves the cash of each holder. A corrected allotment becomes a paid subscription, which reserves its
 * amount again.
 */
const ofCorrection = (tokenId: number, movementId: number) => sql`
  select entry.user_id, (-cash_effect(entry, movement))::numeric(20, 2)::text as balance,
    coalesce(subscription.amount, 0)::text as reserved, coalesce(movement.amount, entry.cost)::text as amount
  from register_entries as entry
  join register_movements as movement on movement.id = entry.movement_id
  left join subscriptions as subscription on subscription.id = movement.subscription_id and subscription.state = 'allotted'
  where movement.id = ${movementId} and movement.token_id = ${tokenId} and entry.user_id is not null
  order by entry.number`

/** What leaves the cash of each holder who was paid; nothing if it has already been reversed. */
const ofReversal = (tokenId: number, distributionId: number) => sql`
  select line.user_id, (case when reversal.distribution_id is null then -line.amount else 0 end)::text as balance,
    '0' as reserved, (sum(line.amount) over ())::text as amount
  from distribution_lines as line
  join distributions as distribution on distribution.id = line.distribution_id
  left join distribution_reversals as reversal on reversal.distribution_id = distribution.id
  where distribution.id = ${distributionId} and distribution.token_id = ${tokenId}
  order by line.amount desc, line.user_id`

type Row = Required<CashMove> & { amount: string } & Record<string, unknown>

/** Throws `not_found` if there is nothing to reverse. */
const preview = (symbol: string, movesOf: (tokenId: number) => ReturnType<typeof sql>): Promise<Undoing> =>
  inTransaction(async () => {
    await setStatementTimeout(BULK_TIMEOUT_MS)
    const { token } = await findSeries(symbol)
    const moves = [...(await database().execute<Row>(movesOf(token.id)))]
    const [first] = moves
    if (!first) throw new Problem('not_found', 'Nothing to reverse was found in this series.')
    return { ...(await previewCash(moves)), amount: first.amount }
  })

/** The effect of correcting a movement on cash. Throws `not_found`. */
export const previewCorrection = (symbol: string, movementId: number): Promise<Undoing> =>
  preview(symbol, (tokenId) => ofCorrection(tokenId, movementId))

/** The effect of reversing a distribution on cash. Throws `not_found`. */
export const previewReversal = (symbol: string, distributionId: number): Promise<Undoing> =>
  preview(symbol, (tokenId) => ofReversal(tokenId, distributionId))
