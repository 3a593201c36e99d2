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
/** Chosen in place of a deposit: the cash that is available, in however many deposits it came. */
export const FREE_CASH = 'cash'

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

/**
 * The only deposit of the same amount that has come since the subscription was made, which is chosen already: an older
 * one, or one of another amount, may be meant for something else.
 */
export function findPayment<Deposit extends { amount: string; date: string }>(
  deposits: readonly Deposit[],
  { amount, created_at }: { amount: string; created_at: string },
): Deposit | undefined {
  const day = created_at.slice(0, 10)
  const exact = deposits.filter((one) => one.amount === amount && one.date.slice(0, 10) >= day)
  return exact.length === 1 ? exact[0] : undefined
}

/** A deposit that was entered, and as what. */
export interface EnteredDeposit {
  id: number
  values: DepositValues
}

/**
 * Adds the deposit to the ledger of the investor. One that was `entered` before is not added again: it is changed where
 * it was edited since.
 */
export async function enterDeposit(
  userId: number,
  values: DepositValues,
  { idempotencyKey, entered }: { idempotencyKey: string; entered: EnteredDeposit | undefined },
): Promise<EnteredDeposit> {
  const { date, description, deposit_reason } = values
  const fields = {
    amount: readDecimal(values.amount) ?? '',
    date,
    description,
    ...saidReason(deposit_reason),
  }
  const isSame = entered && JSON.stringify(entered.values) === JSON.stringify(values)
  if (isSame) return entered
  const stored = entered
    ? callAdmin(adminTransactions.update, { params: { id: entered.id }, body: fields })
    : callAdmin(
        adminTransactions.create,
        { params: { id: userId }, body: { type: 'deposit', status: 'completed', ...fields } },
        { idempotencyKey },
      )
  const { transaction } = await stored.catch((error: unknown) => {
    // The dialog has a reason of the decision beside it, which the investor reads.
    throw reasonAt('deposit_reason', error)
  })
  return { id: transaction.id, values }
}
