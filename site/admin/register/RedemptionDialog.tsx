import { adminRegister, type Movement, MovementBody, type RegisterHolder } from '#contract/admin-register'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import { readDecimal } from '#core/format/decimal'
import { formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, TextField } from '#site/admin/form/fields.tsx'
import { refreshRegister } from './lists.ts'
import { checkUnits, unitsAfter, unitsOf } from './movement-form.ts'
import { UnitsField } from './TransferDialog.tsx'

type RedemptionValues = Record<'units' | 'amount' | 'reason', string>

const labels: Record<keyof RedemptionValues, string> = {
  units: 'Units',
  amount: 'Proceeds in USD',
  reason: 'Reason',
}

interface RedemptionDialogProps {
  /** The holder whose units are redeemed; undefined while the dialog is closed. */
  of: RegisterHolder | undefined
  series: string
  onClose: () => void
  onStored: (message: string) => Promise<void>
}

/** Takes units of a holder out of issue against proceeds, after it has said what will happen. */
export function RedemptionDialog({ of, series, onClose, onStored }: RedemptionDialogProps) {
  return (
    <EditDialog<RegisterHolder, RedemptionValues, Movement>
      of={of}
      onClose={onClose}
      title="Redeem units"
      kicker={`$${series}`}
      form={(holder) => ({
        initial: { values: { units: '', amount: '', reason: '' }, updatedAt: undefined },
        check: ({ units, amount, reason }) => {
          const wrong = checkUnits(units, holder.units)
          return {
            ...(wrong && { units: wrong }),
            ...(readDecimal(amount) === undefined && { amount: 'Enter the proceeds; 0 without any' }),
            ...(reason.trim() === '' && { reason: 'Enter the reason' }),
          }
        },
        save: async ({ units, amount, reason }, { idempotencyKey }) => {
          const body = {
            type: 'redemption' as const,
            from_user_id: holder.user_id,
            units: unitsOf(units),
            amount: readDecimal(amount) ?? '',
            reason,
          }
          const params = { symbol: series }
          return (await callAdmin(adminRegister.move, { params, body }, { idempotencyKey })).movement
        },
        failure: 'Failed to enter the redemption',
      })}
      labels={labels}
      submit="Review redemption"
      busy="Entering..."
      review={{
        title: 'Enter this redemption?',
        action: 'Enter redemption',
        says: ({ units, amount }, holder) => (
          <>
            <strong className="font-medium">
              {formatUnits(unitsOf(units))} units of ${series}
            </strong>{' '}
            of {holder.name} go out of issue at once: {formatUnits(unitsAfter(holder.units, units))} are left,
            and {formatMoney(readDecimal(amount) ?? '0')} is added to the cash of the investor, who is
            notified. The entry stays in the register: only a correction takes it back.
          </>
        ),
      }}
      onGone={refreshRegister}
      onSaved={() => onStored('The redemption is in the register.')}
    >
      {(form, holder) => (
        <>
          <p className="wrap-anywhere">
            <strong className="font-medium">{holder.name}</strong> holds {formatUnits(holder.units)} units.
          </p>
          <UnitsField form={form} held={holder.units} />
          <TextField
            form={form}
            name="amount"
            label={labels.amount}
            required
            inputMode="decimal"
            autoComplete="off"
            hint="Added to the cash of the investor"
          />
          <AreaField
            form={form}
            name="reason"
            label={labels.reason}
            required
            rows={3}
            maxLength={fieldRules(MovementBody, 'reason').maxLength}
          />
        </>
      )}
    </EditDialog>
  )
}
