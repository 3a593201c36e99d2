import {
  adminRegister,
  type Distribution,
  type HeldBack,
  HeldBackPayment,
} from '#contract/holdings/admin-register'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { CashNote } from '#site/admin/cash/balance/CashNote.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import { distributionList } from './register-lists.ts'

/** A withheld share, with its distribution. */
export interface WithheldPayment {
  distribution: Distribution
  share: HeldBack
}

interface HeldBackDialogProps {
  /** The share to pay; undefined while the dialog is closed. */
  payment: WithheldPayment | undefined
  series: string
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Pays one holder's withheld share, with a reason. */
export function WithheldPaymentDialog({ payment, series, onClose, onSaved }: HeldBackDialogProps) {
  return (
    <EditDialog<WithheldPayment, { reason: string }, object>
      target={payment}
      onClose={onClose}
      title="Pay held-back amount"
      kicker={`$${series}`}
      form={({ distribution: { id }, share: { user_id } }) => ({
        initial: { values: { reason: '' }, updatedAt: undefined },
        check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a reason' } : {}),
        save: ({ reason }, { idempotencyKey }) =>
          callAdminApi(
            adminRegister.payHeldBack,
            { params: { symbol: series, id }, body: { user_id, reason } },
            { idempotencyKey },
          ),
        failure: 'Failed to pay the held-back amount',
      })}
      labels={{ reason: 'Reason' }}
      submit="Pay held-back amount"
      busy="Paying..."
      approval={{ endpoint: adminRegister.payHeldBack }}
      onGone={distributionList.refresh}
      onSaved={() => onSaved('Held-back amount paid.')}
    >
      {(form, { distribution, share }) => (
        <>
          <p className="wrap-anywhere">
            <strong className="font-medium">{formatMoney(share.amount)}</strong> will be paid to {share.name}:
            the held-back amount of the distribution with record date{' '}
            {formatCalendarDate(distribution.record_date)}. It will be booked with today's date and the holder
            notified.
          </p>
          <CashNote userId={share.user_id} move={{ balance: share.amount }} />
          <TextareaField
            form={form}
            name="reason"
            label="Reason"
            hint="Recorded in the audit log; not visible to investors"
            required
            rows={3}
            data-autofocus
            maxLength={getFieldRules(HeldBackPayment, 'reason').maxLength}
          />
        </>
      )}
    </EditDialog>
  )
}
