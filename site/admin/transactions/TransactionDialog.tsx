import { useStore } from '@nanostores/react'
import { type AdminTransaction, adminTransactions, TransactionBody } from '#contract/admin-transactions'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { statusNames, typeNames } from '#core/format/transactions'
import { today } from '#shared/asset/calendar'
import { zero } from '#shared/asset/decimal'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { CashNote } from '#site/admin/cash/CashNote.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, ChoiceField, TextField } from '#site/admin/form/fields.tsx'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { ReasonField } from '#site/admin/form/ReasonField.tsx'
import { RestatedNote } from '#site/admin/shared/RestatedNote.tsx'
import { OwnerField } from '#site/admin/user-picker/OwnerField.tsx'
import { readUserId } from '#site/admin/user-picker/user-search.ts'
import { transactionList } from './list.ts'
import {
  besideBooking,
  bodyOf,
  cashOf,
  checkTransaction,
  describeRestated,
  editOf,
  transactionLabels as labels,
  newTransaction,
  type TransactionForm,
  versionOf,
} from './transaction-form.ts'
import { DepositNote } from './UnverifiedNote.tsx'

/** A row to edit, or the user that a new one is for; without one the form asks for it. */
export type Edited = { row: AdminTransaction } | { userId: number | undefined }

type Saved = Awaited<ReturnType<typeof callAdmin<typeof adminTransactions.update>>>

const failure = 'Failed to save transaction'

const editing = (row: AdminTransaction): RowFormOptions<TransactionForm, Saved> => ({
  initial: versionOf(row),
  check: checkTransaction,
  save: (values, { updatedAt, base }) =>
    callAdmin(adminTransactions.update, {
      params: { id: row.id },
      body: { ...editOf(values, base), updated_at: updatedAt },
    }),
  readLastChange: readLastChange({ entity: 'transaction', id: row.id }),
  reread: async () =>
    versionOf((await callAdmin(adminTransactions.read, { params: { id: row.id } })).transaction),
  failure,
})

const creating = (userId: number | undefined): RowFormOptions<TransactionForm, Saved> => ({
  initial: newTransaction(new Date().toISOString().slice(0, 10), userId),
  check: checkTransaction,
  save: (values, { idempotencyKey }) =>
    callAdmin(
      adminTransactions.create,
      { params: { id: Number(values.user_id) }, body: { ...bodyOf(values), ...besideBooking(values) } },
      { idempotencyKey },
    ),
  failure,
})

const types = transactionTypes.map((value) => ({ value, label: typeNames[value] }))
const statuses = transactionStatuses.map((value) => ({ value, label: statusNames[value] }))

interface TransactionDialogProps {
  of: Edited | undefined
  /** The owner; empty while none is chosen. */
  owner: string
  onClose: () => void
  onSaved: (message: string, saved: AdminTransaction) => Promise<void>
}

/** Adds a transaction or edits one. */
export function TransactionDialog({ of, owner, onClose, onSaved }: TransactionDialogProps) {
  const isNew = of === undefined || 'userId' in of
  return (
    <EditDialog
      of={of}
      onClose={onClose}
      title={isNew ? 'Add transaction' : 'Edit transaction'}
      kicker={of && 'row' in of ? `${owner} · #${of.row.id}` : owner}
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
            <OwnerField form={form} label={labels.user_id} startsFocused className="col-span-full" />
          )}
          <ChoiceField form={form} name="type" label={labels.type} required options={types} />
          <ChoiceField form={form} name="status" label={labels.status} required options={statuses} />
          <DepositNote form={form} />
          <TextField
            form={form}
            name="amount"
            label={labels.amount}
            required
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0.01"
            hint="Always positive: the type gives the sign"
          />
          <TextField
            form={form}
            name="fee"
            label={labels.fee}
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0"
            hint="What the transaction itself cost"
          />
          <TextField form={form} name="date" label={labels.date} required type="date" hint="A day in UTC" />
          <AreaField
            form={form}
            name="description"
            label={labels.description}
            rows={2}
            maxLength={fieldRules(TransactionBody, 'description').maxLength}
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
  /** The transaction that is edited. */
  row: AdminTransaction | undefined
}

/** What the transaction as it is typed does to the cash of its investor, and to statements of past months. */
function Consequences({ form, row }: ConsequencesProps) {
  const { values } = useStore(form.$state)
  const balance = cashOf(values).minus(row ? cashOf(row) : 0)
  const dated = [
    { day: values.date, change: cashOf(values) },
    ...(row ? [{ day: row.date.slice(0, 10), change: zero.minus(cashOf(row)) }] : []),
  ]
  return (
    <>
      <CashNote form={form} userId={readUserId(values.user_id)} move={{ balance }} dated={dated} />
      <RestatedNote text={describeRestated(values, row, today())} />
    </>
  )
}
