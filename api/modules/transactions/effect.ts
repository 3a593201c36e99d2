/** What transactions do to the balance. */
import type { Transaction } from '#contract/transactions'
import { type Decimal, decimal } from '#shared/asset/decimal'

const signs = { deposit: 1, interest: 1, withdrawal: -1, fee: -1, transfer: 0 } as const

/** What a completed row adds to the balance. A transfer stays between the investor's own accounts: only its fee counts. */
export const effectOf = ({ type, amount, fee }: Pick<Transaction, 'type' | 'amount' | 'fee'>): Decimal =>
  decimal(amount).times(signs[type]).minus(decimal(fee))
