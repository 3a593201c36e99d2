/** Effect of transactions on the balance. */
import type { Transaction } from '#contract/cash/transactions'
import { type Decimal, toDecimal } from '#shared/calculations/decimal'

const signs = { deposit: 1, interest: 1, withdrawal: -1, fee: -1, transfer: 0 } as const

/**
 * What a completed row adds to the balance. A transfer stays between the investor's own accounts, so only its fee
 * counts.
 */
export const calculateBalanceEffect = ({
  type,
  amount,
  fee,
}: Pick<Transaction, 'type' | 'amount' | 'fee'>): Decimal =>
  toDecimal(amount).times(signs[type]).minus(toDecimal(fee))
