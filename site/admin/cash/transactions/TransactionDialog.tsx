import { useStore } from '@nanostores/react'
import { type AdminTransaction, adminTransactions, TransactionBody } from '#contract/cash/admin-transactions'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { transactionStatusLabels, transactionTypeLabels } from '#core/format/transactions'
import { getToday } from '#shared/calculations/calendar'
import { zero } from '#shared/calculations/decimal'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { CashNote } from '#site/admin/cash/balance/CashNote.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { SelectField, TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { ReasonField } from '#site/admin/kit/form/ReasonField.tsx'
import { RestatedNote } from '#site/admin/kit/RestatedNote.tsx'
import { InvestorField } from '#site/admin/kit/user-picker/InvestorField.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import {
  besideBooking,
  cashOf,
  createTransactionVersion,
  describeRestated,
  transactionLabels as labels,
  type TransactionForm,
  toTransactionBody,
  toTransactionEdit,
  toTransactionVersion,
  validateTransaction,
} from './transaction-form.ts'
import { transactionList } from './transaction-list.ts'
import { UnverifiedDepositNote } from './UnverifiedInvestorNote.tsx'

/** The row to edit, or the user for a new one; without a user, the form asks for one. */
export type EditedTransaction = { row: AdminTransaction } | { userId: number | undefined }

type Saved = Awaited<ReturnType<typeof callAdminApi<typeof adminTransactions.update>>>

const failure = 'Failed to save transaction'

const editing = (row: AdminTransaction): RowFormOptions<TransactionForm, Saved> => ({
  initial: toTransactionVersion(row),
  check: validateTransaction,
  save: (values, { updatedAt, base }) =>
    callAdminApi(adminTransactions.update, {
      params: { id: row.id },
      body: { ...toTransactionEdit(values, base), updated_at: updatedAt },
    }),
  readLastChange: getLastChange({ entity: 'transaction', id: row.id }),
  reread: async () =>
    toTransactionVersion((await callAdminApi(adminTransactions.get, { params: { id: row.id } })).transaction),
  failure,
})

const creating = (userId: number | undefined): RowFormOptions<TransactionForm, Saved> => ({
  initial: createTransactionVersion(new Date().toISOString().slice(0, 10), userId),
  check: validateTransaction,
  save: (values, { idempotencyKey }) =>
    callAdminApi(
      adminTransactions.create,
      {
        params: { id: Number(values.user_id) },
        body: { ...toTransactionBody(values), ...besideBooking(values) },
      },
      { idempotencyKey },
    ),
  failure,
})

const types = transactionTypes.map((value) => ({ value, label: transactionTypeLabels[value] }))
const statuses = transactionStatuses.map((value) => ({ value, label: transactionStatusLabels[value] }))

interface TransactionDialogProps {
  target: EditedTransaction | undefined
  /** The owner; empty until one is selected. */
  owner: string
  onClose: () => void
  onSaved: (message: string, saved: AdminTransaction) => Promise<void>
}

/** Adds or edits a transaction. */
export function TransactionDialog({ target, owner, onClose, onSaved }: TransactionDialogProps) {
  const isNew = target === undefined || 'userId' in target
  return (
    <EditDialog
      target={target}
      onClose={onClose}
      title={isNew ? 'Add transaction' : 'Edit transaction'}
      kicker={target && 'row' in target ? `${owner} · #${target.row.id}` : owner}
      form={(edited) => ('row' in edited ? editing(edited.row) : creating(edited.userId))}
      labels={labels}
      approval={{ endpoint: isNew ? adminTransactions.create : adminTransactions.update }}
      submit={isNew ? 'Add transaction' : 'Save changes'}
      onGone={transactionList.refresh}
      busy="Saving..."
      onSaved={({ transaction }) =>
        onSaved(`Transaction #${transaction.id} ${isNew ? 'added' : 'updated'}.`, transaction)
      }
    >
      {(form, edited) => (
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-sm:grid-cols-1">
          {'userId' in edited && edited.userId === undefined && (
            <InvestorField form={form} label={labels.user_id} startsFocused className="col-span-full" />
          )}
          <SelectField form={form} name="type" label={labels.type} required options={types} />
          <SelectField form={form} name="status" label={labels.status} required options={statuses} />
          <UnverifiedDepositNote form={form} />
          <TextField
            form={form}
            name="amount"
            label={labels.amount}
            required
            inputMode="decimal"
            autoComplete="off"
            hint="Enter a positive amount. The type determines the sign"
          />
          <TextField
            form={form}
            name="fee"
            label={labels.fee}
            inputMode="decimal"
            autoComplete="off"
            hint="Fee charged on this transaction"
          />
          <TextField form={form} name="date" label={labels.date} required type="date" hint="UTC date" />
          <TextareaField
            form={form}
            name="description"
            label={labels.description}
            rows={2}
            maxLength={getFieldRules(TransactionBody, 'description').maxLength}
            className="col-span-full"
          />
          <Consequences form={form} row={'row' in edited ? edited.row : undefined} />
          <ReasonField form={form} name="reason" isHidden={isNew} className="col-span-full" />
        </div>
      )}
    </EditDialog>
  )
}

interface ConsequencesProps {
  form: RowForm<TransactionForm, Saved>
  /** The edited transaction. */
  row: AdminTransaction | undefined
}

/** The effect of the typed transaction on the investor's cash and on statements of past months. */
function Consequences({ form, row }: ConsequencesProps) {
  const { values } = useStore(form.$state)
  const balance = cashOf(values).minus(row ? cashOf(row) : 0)
  const dated = [
    { day: values.date, change: cashOf(values) },
    ...(row ? [{ day: row.date.slice(0, 10), change: zero.minus(cashOf(row)) }] : []),
  ]
  return (
    <>
      <CashNote form={form} userId={parseUserId(values.user_id)} move={{ balance }} dated={dated} />
      <RestatedNote text={describeRestated(values, row, getToday())} />
    </>
  )
}
