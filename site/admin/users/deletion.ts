import { adminUsers, type DeletionFacts } from '#contract/admin-users'
import { NOTHING_PENDING } from '#contract/portfolio'
import type { TransactionType } from '#contract/transactions'
import { callAdmin } from '#core/api/admin-api'
import { countOf, formatMoney } from '#core/format/format'
import { groupDigits } from '#shared/group-digits'

/** The current facts of a user from the server. */
export const readDeletionFacts = async (id: number): Promise<DeletionFacts> =>
  (await callAdmin(adminUsers.deletion, { params: { id } })).deletion

const pendingNames: Record<TransactionType, string> = {
  deposit: 'pending deposit',
  withdrawal: 'pending withdrawal',
  transfer: 'pending transfer',
  fee: 'pending fee',
  interest: 'pending interest payment',
}

/** The consequences of a deletion, a line each; empty when there are none. */
export function describeDeletion(facts: DeletionFacts): string[] {
  const { deposited, withdrawn, pending_investments, active_investments, open_tickets } = facts
  const has = (amount: string) => Number(amount) !== 0
  return [
    has(facts.total_value) && `A portfolio worth ${formatMoney(facts.total_value)}`,
    has(facts.total_invested) && `${formatMoney(facts.total_invested)} invested`,
    has(facts.cash) && `${formatMoney(facts.cash)} in cash`,
    ...facts.units.map(({ symbol, units }) => `${groupDigits(units)} units of ${symbol}`),
    active_investments > 0 && countOf(active_investments, 'active investment'),
    (has(deposited) || has(withdrawn)) &&
      `${formatMoney(deposited)} deposited, ${formatMoney(withdrawn)} withdrawn`,
    ...facts.pending_transactions.map(
      ({ type, count, amount }) => `${countOf(count, pendingNames[type])} of ${formatMoney(amount)}`,
    ),
    pending_investments !== NOTHING_PENDING && `A pending request for ${pending_investments}`,
    open_tickets > 0 && countOf(open_tickets, 'open ticket'),
  ].filter((line) => line !== false)
}
