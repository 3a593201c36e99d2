import { adminTransactions } from '#contract/admin-transactions'
import { REASON_MAX } from '#contract/two-pairs'
import { callAdmin } from '#core/api/admin-api'
import { today } from '#shared/asset/calendar'
import { zero } from '#shared/asset/decimal'
import { CashNote } from '#site/admin/cash/CashNote.tsx'
import { noOverdraft, type OverdraftValues } from '#site/admin/cash/overdraft.ts'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField } from '#site/admin/form/fields.tsx'
import { RestatedNote } from '#site/admin/shared/RestatedNote.tsx'
import { nameRow } from './columns.tsx'
import { type ListRow, transactionList } from './list.ts'
import { besideBooking, cashOf, describeDeleted } from './transaction-form.ts'

type DeletionValues = OverdraftValues & { reason: string }

interface DeletionDialogProps {
  of: ListRow | undefined
  owner: string
  onClose: () => void
  onDone: () => Promise<void>
}

/** Deletes a transaction, with a reason, after it has said what that does to the cash of its investor. */
export function DeletionDialog({ of, owner, onClose, onDone }: DeletionDialogProps) {
  return (
    <EditDialog<ListRow, DeletionValues, object>
      of={of}
      onClose={onClose}
      title="Delete transaction"
      kicker={of && `${owner} · #${of.id}`}
      form={({ id }) => ({
        initial: { values: { reason: '', ...noOverdraft }, updatedAt: undefined },
        check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter the reason' } : {}),
        save: (values) =>
          callAdmin(adminTransactions.remove, { params: { id }, body: besideBooking(values) }),
        failure: 'Failed to delete transaction',
      })}
      labels={{ reason: 'Reason' }}
      submit="Delete transaction"
      busy="Deleting..."
      look="danger"
      approval={{ endpoint: adminTransactions.remove }}
      onGone={transactionList.refresh}
      onSaved={onDone}
    >
      {(form, row) => (
        <>
          <p className="wrap-anywhere">
            This deletes <strong>{nameRow(row)}</strong>, #{row.id}, from the ledger of {owner} and from its
            sums. This action cannot be undone.
          </p>
          <CashNote
            form={form}
            userId={row.user_id}
            move={{ balance: zero.minus(cashOf(row)) }}
            dated={[{ day: row.date.slice(0, 10), change: zero.minus(cashOf(row)) }]}
          />
          <RestatedNote text={describeDeleted(row, today())} />
          <AreaField
            form={form}
            name="reason"
            label="Reason"
            hint="Recorded in the audit log; not visible to investors"
            rows={3}
            required
            maxLength={REASON_MAX}
            data-autofocus
          />
        </>
      )}
    </EditDialog>
  )
}
