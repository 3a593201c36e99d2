import { adminRegister, type Distribution, type HeldBack, HeldBackPayment } from '#contract/admin-register'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { CashNote } from '#site/admin/cash/CashNote.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField } from '#site/admin/form/fields.tsx'
import { distributionList } from './lists.ts'

/** A share that was held back, with its distribution. */
export interface HeldShare {
  distribution: Distribution
  share: HeldBack
}

interface HeldBackDialogProps {
  /** The share to pay; undefined while the dialog is closed. */
  of: HeldShare | undefined
  series: string
  onClose: () => void
  onStored: (message: string) => Promise<void>
}

/** Pays the share of one holder that was held back, with a reason. */
export function HeldBackDialog({ of, series, onClose, onStored }: HeldBackDialogProps) {
  return (
    <EditDialog<HeldShare, { reason: string }, object>
      of={of}
      onClose={onClose}
      title="Pay the held-back share"
      kicker={`$${series}`}
      form={({ distribution: { id }, share: { user_id } }) => ({
        initial: { values: { reason: '' }, updatedAt: undefined },
        check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter the reason' } : {}),
        save: ({ reason }, { idempotencyKey }) =>
          callAdmin(
            adminRegister.payHeldBack,
            { params: { symbol: series, id }, body: { user_id, reason } },
            { idempotencyKey },
          ),
        failure: 'Failed to pay the held-back share',
      })}
      labels={{ reason: 'Reason' }}
      submit="Pay the held-back share"
      busy="Paying..."
      approval={{ endpoint: adminRegister.payHeldBack }}
      onGone={distributionList.refresh}
      onSaved={() => onStored('The held-back share is paid.')}
    >
      {(form, { distribution, share }) => (
        <>
          <p className="wrap-anywhere">
            This pays <strong className="font-medium">{formatMoney(share.amount)}</strong> to {share.name},
            the share of the distribution with the record date {formatCalendarDate(distribution.record_date)}.
            It is booked today, and the holder is notified.
          </p>
          <CashNote userId={share.user_id} move={{ balance: share.amount }} />
          <AreaField
            form={form}
            name="reason"
            label="Reason"
            hint="Recorded in the audit log; not visible to investors"
            required
            rows={3}
            data-autofocus
            maxLength={fieldRules(HeldBackPayment, 'reason').maxLength}
          />
        </>
      )}
    </EditDialog>
  )
}
