import type { TransactionType } from '#contract/cash/transactions'
import { adminUsers, type DeletionImpact } from '#contract/people/admin-users'
import { callAdminApi } from '#core/api/admin-api'
import { formatCountOf, formatMoney } from '#core/format/format'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { addThousandsSeparators } from '#shared/thousands-separators'

/** The current facts of a user from the server. */
export const getDeletionImpact = async (id: number): Promise<DeletionImpact> =>
  (await callAdminApi(adminUsers.getDeletionImpact, { params: { id } })).deletion

const pendingNames: Record<TransactionType, string> = {
  deposit: 'pending deposit',
  withdrawal: 'pending withdrawal',
  transfer: 'pending transfer',
  fee: 'pending fee',
  interest: 'pending interest payment',
}

/** The consequences of a deletion, one line each; empty if there are none. */
export function listDeletionConsequences(facts: DeletionImpact): string[] {
  const { deposited, withdrawn, pending_investments, active_investments, open_tickets } = facts
  const has = (amount: string) => Number(amount) !== 0
  const money = [
    has(facts.total_value) && `A portfolio worth ${formatMoney(facts.total_value)}`,
    has(facts.total_invested) && `${formatMoney(facts.total_invested)} invested`,
    has(facts.cash) && `${formatMoney(facts.cash)} in cash`,
    ...facts.units.map(({ symbol, units }) => `${addThousandsSeparators(units)} units of ${symbol}`),
    active_investments > 0 && formatCountOf(active_investments, 'active investment'),
    (has(deposited) || has(withdrawn)) &&
      `${formatMoney(deposited)} deposited, ${formatMoney(withdrawn)} withdrawn`,
    ...facts.pending_transactions.map(
      ({ type, count, amount }) => `${formatCountOf(count, pendingNames[type])} of ${formatMoney(amount)}`,
    ),
    pending_investments !== NO_PENDING_INVESTMENT && `A pending request for ${pending_investments}`,
  ].filter((line) => line !== false)
  return [
    ...(facts.has_money && money.length === 0 ? ['Earlier transactions or units'] : money),
    ...(facts.was_verified ? ['An identity that was verified or submitted for review'] : []),
    ...(open_tickets > 0 ? [formatCountOf(open_tickets, 'open ticket')] : []),
  ]
}
