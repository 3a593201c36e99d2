/** The deposit that pays for a subscription, recorded together with its payment. */
import { adminTransactions } from '#contract/cash/admin-transactions'
import { callAdminApi } from '#core/api/admin-api'
import { moveReasonErrorToField } from '#core/api/approval-requests'
import type { FieldErrors } from '#core/form/form'
import { formatMoney } from '#core/format/format'
import { parseDecimal } from '#core/format/parse-decimal'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'

/** Selected instead of a deposit in the ledger. */
export const NEW_DEPOSIT = 'new'
/** Selected instead of a deposit: the available cash, however many deposits it came from. */
export const FREE_CASH = 'cash'

type DepositValues = {
  amount: string
  /** A calendar day. */
  date: string
  description: string
  /** The reason, required if a second administrator must approve it. */
  deposit_reason: string
}

/** What the dialog of a decision asks for. */
export type DecisionValues = DepositValues & {
  reason: string
  /** The paying deposit, or {@link NEW_DEPOSIT} for one recorded together with the payment. */
  transaction_id: string
  /** Confirms that a new deposit is separate from the money already in the ledger. */
  is_another: boolean
}

/** Why these values cannot be a deposit that covers the amount; the server checks again. */
export function validateDeposit(
  { amount, date }: Pick<DepositValues, 'amount' | 'date'>,
  toPay: string,
): FieldErrors<DepositValues> {
  const typed = parseDecimal(amount)
  return {
    ...(typed === undefined
      ? { amount: amount.trim() === '' ? 'Amount is required' : 'Enter an amount such as 1250.00' }
      : Number(typed) < Number(toPay) && { amount: `The amount must be at least ${formatMoney(toPay)}` }),
    ...(date === '' && { date: 'Date is required' }),
  }
}

/**
 * The only deposit of this amount received since the subscription was made, which is preselected; an older or different
 * one may be meant for something else.
 */
export function findPayment<Deposit extends { amount: string; date: string }>(
  deposits: readonly Deposit[],
  { amount, created_at }: { amount: string; created_at: string },
): Deposit | undefined {
  const day = created_at.slice(0, 10)
  const exact = deposits.filter((one) => one.amount === amount && one.date.slice(0, 10) >= day)
  return exact.length === 1 ? exact[0] : undefined
}

/** A recorded deposit and the values it was recorded with. */
export interface EnteredDeposit {
  id: number
  values: DepositValues
}

/**
 * Adds the deposit to the investor's ledger. One already `entered` is not added again but updated if it was edited
 * since.
 */
export async function createDeposit(
  userId: number,
  values: DepositValues,
  { idempotencyKey, entered }: { idempotencyKey: string; entered: EnteredDeposit | undefined },
): Promise<EnteredDeposit> {
  const { date, description, deposit_reason } = values
  const fields = {
    amount: parseDecimal(values.amount) ?? '',
    date,
    description,
    ...toReasonPayload(deposit_reason),
  }
  const isSame = entered && JSON.stringify(entered.values) === JSON.stringify(values)
  if (isSame) return entered
  const stored = entered
    ? callAdminApi(adminTransactions.update, { params: { id: entered.id }, body: fields })
    : callAdminApi(
        adminTransactions.create,
        { params: { id: userId }, body: { type: 'deposit', status: 'completed', ...fields } },
        { idempotencyKey },
      )
  const { transaction } = await stored.catch((error: unknown) => {
    // The dialog also has a reason for the decision, which is shown to the investor.
    throw moveReasonErrorToField('deposit_reason', error)
  })
  return { id: transaction.id, values }
}
