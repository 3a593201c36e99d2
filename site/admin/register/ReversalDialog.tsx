import { adminRegister, type Distribution, ReversalBody } from '#contract/admin-register'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import { RejectedCall } from '#core/api/problems'
import { countOf, formatCalendarDate, formatMoney } from '#core/format/format'
import { CashPreviewNote } from '#site/admin/cash/CashNote.tsx'
import { noOverdraft, type OverdraftValues, overdraftOf } from '#site/admin/cash/overdraft.ts'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField } from '#site/admin/form/fields.tsx'
import { distributionList } from './lists.ts'

type ReversalValues = OverdraftValues & { reason: string }

interface ReversalDialogProps {
  /** The distribution to reverse; undefined while the dialog is closed. */
  of: Distribution | undefined
  series: string
  onClose: () => void
  onStored: (message: string) => Promise<void>
}

/** Takes a distribution back as a whole, with a reason. */
export function ReversalDialog({ of, series, onClose, onStored }: ReversalDialogProps) {
  return (
    <EditDialog<Distribution, ReversalValues, Distribution>
      of={of}
      onClose={onClose}
      title="Reverse distribution"
      kicker={`$${series}`}
      form={({ id }) => ({
        initial: { values: { reason: '', ...noOverdraft }, updatedAt: undefined },
        check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter the reason' } : {}),
        save: async ({ reason, ...values }, { idempotencyKey }) => {
          const params = { symbol: series, id }
          try {
            const reversed = await callAdmin(
              adminRegister.reverse,
              { params, body: { reason, ...overdraftOf(values) } },
              { idempotencyKey },
            )
            return reversed.distribution
          } catch (error) {
            // Somebody else may have reversed it: the list is out of date.
            if (error instanceof RejectedCall && error.status === 409) distributionList.refresh()
            throw error
          }
        },
        failure: 'Failed to reverse the distribution',
      })}
      labels={{ reason: 'Reason' }}
      submit="Reverse distribution"
      busy="Reversing..."
      approval={{ endpoint: adminRegister.reverse }}
      onGone={distributionList.refresh}
      onSaved={({ total }) => onStored(`The distribution of ${formatMoney(total)} is reversed.`)}
    >
      {(form, { id, total, holders, record_date, reason }) => (
        <>
          <p className="wrap-anywhere">
            This cancels all {countOf(holders, 'payment')} of{' '}
            <strong className="font-medium">{formatMoney(total)}</strong> in all, with the record date{' '}
            {formatCalendarDate(record_date)} ({reason}). The amounts leave the cash of the holders, who are
            notified. The distribution stays in the list, marked as reversed; it cannot be booked again, but a
            new one can.
          </p>
          <CashPreviewNote
            form={form}
            id={id}
            read={(distribution) =>
              callAdmin(adminRegister.reversal, { params: { symbol: series, id: distribution } })
            }
          />
          <AreaField
            form={form}
            name="reason"
            label="Reason"
            hint="The holders read it"
            required
            rows={3}
            data-autofocus
            maxLength={fieldRules(ReversalBody, 'reason').maxLength}
          />
        </>
      )}
    </EditDialog>
  )
}
