import { useStore } from '@nanostores/react'
import { adminInvestor } from '#contract/admin-investor'
import type { AdminTransaction } from '#contract/admin-transactions'
import { callAdmin } from '#core/api/admin-api'
import type { RowForm } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { dataOf } from '#core/query/remote'
import { type Decimal, decimal, zero } from '#shared/asset/decimal'
import { isAwake } from '#site/admin/approvals/waiting.ts'
import { CashChange, isOverdrawn } from '#site/admin/cash/CashChange.tsx'
import { TextField, TickField } from '#site/admin/form/fields.tsx'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'
import type { TransactionForm } from './transaction-form.ts'

const readCash = (id: number) => callAdmin(adminInvestor.cash, { params: { id } })
const $hasSecond = isAwake('money')

/** What a transaction does to the cash: nothing until it is completed, and a transfer costs its fee alone. */
function effectOf({
  type,
  status,
  amount,
  fee,
}: Pick<TransactionForm, 'type' | 'status' | 'amount' | 'fee'>): Decimal {
  if (status !== 'completed') return zero
  const moved = decimal(readDecimal(amount) ?? 0)
  const sign = type === 'deposit' || type === 'interest' ? 1 : type === 'transfer' ? 0 : -1
  return moved.times(sign).minus(readDecimal(fee) ?? 0)
}

interface CashNoteProps {
  form: RowForm<TransactionForm, { transaction: AdminTransaction }>
  /** The transaction that is edited. */
  row?: AdminTransaction | undefined
}

/** The cash of the investor now and after, and the consent to an overdraft where there would be one. */
export function CashNote({ form, row }: CashNoteProps) {
  const { values } = useStore(form.$state)
  const hasSecond = useStore($hasSecond)
  const { view } = useRemote(readUserId(values.user_id), readCash)
  const cash = view && dataOf(view)
  const change = effectOf(values).minus(row ? effectOf(row) : zero)
  if (!cash || change.eq(0)) return null
  const effect = {
    ...cash,
    balance_after: change.plus(cash.balance).toFixed(2),
    available_after: change.plus(cash.available).toFixed(2),
  }
  const asks = isOverdrawn(effect) && change.lt(0)
  return (
    <div className="col-span-full grid gap-3">
      <CashChange of={effect} />
      {asks && (
        <TickField
          form={form}
          name="allow_overdraft"
          label="Allow the overdraft"
          hint={
            hasSecond ? 'A second administrator must approve it.' : 'No second administrator can approve it.'
          }
        />
      )}
      {asks && values.allow_overdraft && !hasSecond && (
        <TextField
          form={form}
          name="confirm_amount"
          label="Amount in USD again"
          required
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </div>
  )
}
