import { and, eq, gt, sql } from 'drizzle-orm'
import type { DeletionFacts } from '#contract/admin-users'
import { NOTHING_PENDING } from '#contract/portfolio'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { users } from '#db/schema/accounts'
import { portfolios } from '#db/schema/portfolios'
import { supportTickets } from '#db/schema/support'
import { transactionTotals } from '#db/schema/transactions'
import { isWrittenBy } from '#modules/accounts/owned-rows'
import { transactionTypes } from '#shared/enums/transactions'

interface PersonRow extends Record<string, unknown> {
  total_value: string
  total_invested: string
  active_investments: number
  pending_investments: string
  open_tickets: number
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))

/**
 * What an investor still has, shown before the account is deleted. Tickets are counted as the deletion finds
 * them. Throws `not_found`.
 */
export async function readDeletionFacts(userId: number): Promise<DeletionFacts> {
  const [[person], totals] = await Promise.all([
    database().execute<PersonRow>(sql`
      select coalesce(total_value, 0)::numeric(20, 2)::text as total_value,
        coalesce(total_invested, 0)::numeric(20, 2)::text as total_invested,
        coalesce(active_investments, 0) as active_investments,
        coalesce(pending_investments, ${NOTHING_PENDING}) as pending_investments,
        (select count(*)::int from ${supportTickets}
          where support_tickets.status not in ('resolved', 'closed')
            and ${isWrittenBy(supportTickets, userId)}) as open_tickets
      from ${users} left join ${portfolios} on portfolios.user_id = users.id
      where users.id = ${userId} and users.deleted_at is null`),
    database()
      .select({
        type: transactionTotals.type,
        status: transactionTotals.status,
        count: transactionTotals.count,
        amount: transactionTotals.amount,
      })
      .from(transactionTotals)
      .where(and(eq(transactionTotals.user_id, userId), gt(transactionTotals.count, 0))),
  ])
  if (!person) throw new Problem('not_found', 'There is no user with this id.')
  const completed = (type: string) =>
    totals.find((total) => total.type === type && total.status === 'completed')?.amount ?? '0.00'
  const pending = transactionTypes.flatMap((type) => {
    const total = totals.find((row) => row.type === type && row.status === 'pending')
    return total ? [{ type, count: total.count, amount: total.amount }] : []
  })
  const [deposited, withdrawn] = [completed('deposit'), completed('withdrawal')]
  return {
    user_id: userId,
    ...person,
    deposited,
    withdrawn,
    pending_transactions: pending,
    has_money:
      cents(person.total_value) > 0n ||
      cents(person.total_invested) > 0n ||
      person.active_investments > 0 ||
      person.pending_investments !== NOTHING_PENDING ||
      pending.length > 0 ||
      cents(deposited) > cents(withdrawn),
  }
}
