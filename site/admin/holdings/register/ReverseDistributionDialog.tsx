import { adminRegister, type Distribution, ReversalBody } from '#contract/holdings/admin-register'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import { ApiError } from '#core/api/call-errors'
import { formatCalendarDate, formatCountOf, formatMoney } from '#core/format/format'
import { CashPreviewNote } from '#site/admin/cash/balance/CashNote.tsx'
import { calculateOverdraft, noOverdraft, type OverdraftValues } from '#site/admin/cash/balance/overdraft.ts'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import { distributionList } from './register-lists.ts'

type ReversalValues = OverdraftValues & { reason: string }

interface ReversalDialogProps {
  /** The distribution to reverse; undefined while the dialog is closed. */
  distribution: Distribution | undefined
  series: string
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Reverses a whole distribution, with a reason. */
export function ReverseDistributionDialog({
  distribution: selected,
  series,
  onClose,
  onSaved,
}: ReversalDialogProps) {
  return (
    <EditDialog<Distribution, ReversalValues, Distribution>
      target={selected}
      onClose={onClose}
      title="Reverse distribution"
      kicker={`$${series}`}
      form={({ id }) => ({
        initial: { values: { reason: '', ...noOverdraft }, updatedAt: undefined },
        check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a reason' } : {}),
        save: async ({ reason, ...values }, { idempotencyKey }) => {
          const params = { symbol: series, id }
          try {
            const reversed = await callAdminApi(
              adminRegister.reverseDistribution,
              { params, body: { reason, ...calculateOverdraft(values) } },
              { idempotencyKey },
            )
            return reversed.distribution
          } catch (error) {
            // Someone else may have reversed it, so the list is outdated.
            if (error instanceof ApiError && error.status === 409) distributionList.refresh()
            throw error
          }
        },
        failure: 'Failed to reverse distribution',
      })}
      labels={{ reason: 'Reason' }}
      submit="Reverse distribution"
      busy="Reversing..."
      approval={{ endpoint: adminRegister.reverseDistribution }}
      onGone={distributionList.refresh}
      onSaved={({ total }) => onSaved(`Distribution of ${formatMoney(total)} reversed.`)}
    >
      {(form, { id, total, holders, record_date, reason }) => (
        <>
          <p className="wrap-anywhere">
            All {formatCountOf(holders, 'payment')} totaling{' '}
            <strong className="font-medium">{formatMoney(total)}</strong>, record date{' '}
            {formatCalendarDate(record_date)} ({reason}), will be cancelled and deducted from the holders'
            cash balances. Holders are notified. The distribution remains listed as reversed and cannot be
            rebooked; book a new one if needed.
          </p>
          <CashPreviewNote
            form={form}
            id={id}
            read={(distribution) =>
              callAdminApi(adminRegister.reversal, { params: { symbol: series, id: distribution } })
            }
          />
          <TextareaField
            form={form}
            name="reason"
            label="Reason"
            hint="Shown to the holders"
            required
            rows={3}
            data-autofocus
            maxLength={getFieldRules(ReversalBody, 'reason').maxLength}
          />
        </>
      )}
    </EditDialog>
  )
}
