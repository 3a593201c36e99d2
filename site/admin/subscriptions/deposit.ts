/** The deposit that pays for a subscription, entered with its payment. */
import { adminTransactions } from '#contract/admin-transactions'
import { callAdmin } from '#core/api/admin-api'
import { reasonAt } from '#core/api/proposals'
import type { FieldErrors } from '#core/form/form'
import { readDecimal } from '#core/format/decimal'
import { formatMoney } from '#core/format/format'
import { saidReason } from '#site/admin/form/said-reason.ts'

/** Chosen in place of a deposit that is in the ledger. */
export const NEW_DEPOSIT = 'new'

interface DepositValues {
  amount: string
  /** A calendar day. */
  date: string
  description: string
  /** Why it is booked: asked where a second administrator has to approve it. */
  deposit_reason: string
}

/** Why these values cannot be a deposit that covers the amount; the server checks it once more. */
export function checkDeposit(
  { amount, date }: Pick<DepositValues, 'amount' | 'date'>,
  toPay: string,
): FieldErrors<DepositValues> {
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
  { amount, date, description, deposit_reason }: DepositValues,
  idempotencyKey: string,
): Promise<number> {
  const { transaction } = await callAdmin(
    adminTransactions.create,
    {
      params: { id: userId },
      body: {
        type: 'deposit',
        status: 'completed',
        amount: readDecimal(amount) ?? '',
        date,
        description,
        ...saidReason(deposit_reason),
      },
    },
    { idempotencyKey },
  ).catch((error: unknown) => {
    // The dialog has a reason of the decision beside it, which the investor reads.
    throw reasonAt('deposit_reason', error)
  })
  return transaction.id
}
