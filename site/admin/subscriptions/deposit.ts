/** The deposit that pays for a subscription, entered with its payment. */
import { adminTransactions } from '#contract/admin-transactions'
import { callAdmin } from '#core/api/admin-api'
import type { FieldErrors } from '#core/form/form'
import { readDecimal } from '#core/format/decimal'
import { formatMoney } from '#core/format/format'

/** Chosen in place of a deposit that is in the ledger. */
export const NEW_DEPOSIT = 'new'

interface DepositValues {
  amount: string
  /** A calendar day. */
  date: string
  description: string
}

/** Why these values cannot be a deposit that covers the amount; the server checks it once more. */
export function checkDeposit({ amount, date }: DepositValues, toPay: string): FieldErrors<DepositValues> {
  const typed = readDecimal(amount)
  return {
    ...(typed === undefined
      ? { amount: 'Amount is required' }
      : Number(typed) < Number(toPay) && { amount: `It does not cover ${formatMoney(toPay)}` }),
    ...(date === '' && { date: 'Date is required' }),
  }
}

/** Adds the deposit to the ledger of the investor; returns its id. */
export async function enterDeposit(
  userId: number,
  { amount, date, description }: DepositValues,
  idempotencyKey: string,
): Promise<number> {
  const { transaction } = await callAdmin(
    adminTransactions.create,
    {
      params: { id: userId },
      body: { type: 'deposit', status: 'completed', amount: readDecimal(amount) ?? '', date, description },
    },
    { idempotencyKey },
  )
  return transaction.id
}
