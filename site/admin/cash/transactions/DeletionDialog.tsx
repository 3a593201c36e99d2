import { APPROVAL_REASON_MAX } from '#contract/approval-rule'
import { adminTransactions } from '#contract/cash/admin-transactions'
import { callAdminApi } from '#core/api/admin-api'
import { getToday } from '#shared/calculations/calendar'
import { zero } from '#shared/calculations/decimal'
import { CashNote } from '#site/admin/cash/balance/CashNote.tsx'
import { noOverdraft, type OverdraftValues } from '#site/admin/cash/balance/overdraft.ts'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import { RestatedNote } from '#site/admin/kit/RestatedNote.tsx'
import { formatTransactionName } from './transaction-columns.tsx'
import { besideBooking, cashOf, describeDeleted } from './transaction-form.ts'
import { type ListRow, transactionList } from './transaction-list.ts'

type DeletionValues = OverdraftValues & { reason: string }

interface DeletionDialogProps {
  transaction: ListRow | undefined
  owner: string
  onClose: () => void
  onDone: () => Promise<void>
}

/** Deletes a transaction, with a reason, after showing the effect on the investor's cash. */
export function DeletionDialog({ transaction, owner, onClose, onDone }: DeletionDialogProps) {
  return (
    <EditDialog<ListRow, DeletionValues, object>
      target={transaction}
      onClose={onClose}
      title="Delete transaction"
      kicker={transaction && `${owner} · #${transaction.id}`}
      form={({ id }) => ({
        initial: { values: { reason: '', ...noOverdraft }, updatedAt: undefined },
        check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a reason' } : {}),
        save: (values) =>
          callAdminApi(adminTransactions.delete, { params: { id }, body: besideBooking(values) }),
        failure: 'Failed to delete transaction',
      })}
      labels={{ reason: 'Reason' }}
      submit="Delete transaction"
      busy="Deleting..."
      look="danger"
      approval={{ endpoint: adminTransactions.delete }}
      onGone={transactionList.refresh}
      onSaved={onDone}
    >
      {(form, row) => (
        <>
          <p className="wrap-anywhere">
            <strong>{formatTransactionName(row)}</strong>, #{row.id}, will be deleted from the transactions of{' '}
            {owner} and the totals updated. This action cannot be undone.
          </p>
          <CashNote
            form={form}
            userId={row.user_id}
            move={{ balance: zero.minus(cashOf(row)) }}
            dated={[{ day: row.date.slice(0, 10), change: zero.minus(cashOf(row)) }]}
          />
          <RestatedNote text={describeDeleted(row, getToday())} />
          <TextareaField
            form={form}
            name="reason"
            label="Reason"
            hint="Recorded in the audit log; not visible to investors"
            rows={3}
            required
            maxLength={APPROVAL_REASON_MAX}
            data-autofocus
          />
        </>
      )}
    </EditDialog>
  )
}
