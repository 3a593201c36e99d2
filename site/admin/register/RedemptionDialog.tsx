import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { adminRegister, type Movement, type RegisterHolder } from '#contract/admin-register'
import type { UnitValue } from '#contract/series'
import { callAdmin } from '#core/api/admin-api'
import type { RowForm } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { formatCalendarDate, formatMoney, formatPercent } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { CashNote } from '#site/admin/cash/CashNote.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { TextField, TickField } from '#site/admin/form/fields.tsx'
import { refreshRegister } from './lists.ts'
import { HolderLine, movementLabels, ReasonField, UnitsField } from './movement-fields.tsx'
import { checkUnits, priceOf, unitsAfter, unitsOf } from './movement-form.ts'

type RedemptionValues = Record<'units' | 'amount' | 'reason', string> & { is_meant: boolean }

const labels: Record<keyof RedemptionValues, string> = {
  ...movementLabels,
  amount: 'Proceeds in USD',
  is_meant: 'Price confirmed',
}

interface RedemptionDialogProps {
  /** The holder whose units are redeemed; undefined while the dialog is closed. */
  of: RegisterHolder | undefined
  series: string
  /** Of the current valuation; undefined while it is not known, or there is none. */
  unitValue: Pick<UnitValue, 'preferred' | 'as_of'> | undefined
  onClose: () => void
  onStored: (message: string) => Promise<void>
}

/** Takes units of a holder out of issue against proceeds, after it has said what will happen. */
export function RedemptionDialog({ of, series, unitValue, onClose, onStored }: RedemptionDialogProps) {
  return (
    <EditDialog<RegisterHolder, RedemptionValues, Movement>
      of={of}
      onClose={onClose}
      title="Redeem units"
      kicker={`$${series}`}
      form={(holder) => ({
        initial: { values: { units: '', amount: '', reason: '', is_meant: false }, updatedAt: undefined },
        check: ({ units, amount, reason, is_meant }) => {
          const wrong = checkUnits(units, holder.units)
          return {
            ...(wrong && { units: wrong }),
            ...(!(Number(readDecimal(amount)) >= 0) && { amount: 'Enter the proceeds; 0 without any' }),
            ...(priceOf(amount, units, unitValue?.preferred)?.isUnusual &&
              !is_meant && { is_meant: 'Confirm the price per unit, or correct it' }),
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
          <div className="grid gap-4">
            <p>
              <strong className="font-medium">
                {formatUnits(unitsOf(units))} units of ${series}
              </strong>{' '}
              of {holder.name} go out of issue: {formatUnits(unitsAfter(holder.units, units))} are left, and{' '}
              {formatMoney(readDecimal(amount) ?? '0')} is added to the cash of the investor, who is notified.{' '}
              <PerUnit amount={amount} units={units} unitValue={unitValue} /> The entry stays in the register:
              only a correction takes it back.
            </p>
            <CashNote userId={holder.user_id} move={{ balance: readDecimal(amount) ?? '0' }} />
          </div>
        ),
      }}
      approval={{ endpoint: adminRegister.move }}
      onGone={refreshRegister}
      onSaved={() => onStored('The redemption is in the register.')}
    >
      {(form, holder) => (
        <>
          <HolderLine {...holder} />
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
          <UnusualPrice form={form} unitValue={unitValue} />
          <ReasonField form={form} />
        </>
      )}
    </EditDialog>
  )
}

type Priced = Pick<RedemptionDialogProps, 'unitValue'>

/** What one unit is paid with, beside the unit value of the current valuation. */
function PerUnit({ amount, units, unitValue }: Priced & Record<'amount' | 'units', string>) {
  const price = priceOf(amount, units, unitValue?.preferred)
  if (!price) return null
  const { perUnit, away = 0 } = price
  return (
    <>
      That is <strong className="font-medium">{formatMoney(perUnit)} per unit</strong>
      {unitValue
        ? `; the unit value of ${formatCalendarDate(unitValue.as_of)} is ${formatMoney(unitValue.preferred)} (${formatPercent(away.toFixed(2))}).`
        : '; the series has no valuation to compare it with.'}
    </>
  )
}

/** Asks once more about a price that is far from the unit value. */
function UnusualPrice({ form, unitValue }: Priced & { form: RowForm<RedemptionValues, Movement> }) {
  const { values } = useStore(form.$state)
  const { amount, units } = values
  const price = priceOf(amount, units, unitValue?.preferred)
  const perUnit = price?.perUnit
  // biome-ignore lint/correctness/useExhaustiveDependencies: another price is not the one that was confirmed
  useEffect(() => form.set('is_meant', false), [form, perUnit])
  if (!price?.isUnusual) return null
  return (
    <div className="grid gap-3 rounded border border-warn p-4 text-[0.9375rem]">
      <p>
        <PerUnit amount={amount} units={units} unitValue={unitValue} /> This is unusual.
      </p>
      <TickField form={form} name="is_meant" label="The price per unit is as it was agreed" />
    </div>
  )
}
