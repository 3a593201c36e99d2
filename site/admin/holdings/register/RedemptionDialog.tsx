import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UnitValue } from '#contract/catalog/series'
import { adminRegister, type Movement, type RegisterHolder } from '#contract/holdings/admin-register'
import { callAdminApi } from '#core/api/admin-api'
import type { RowForm } from '#core/form/row-form'
import { formatCalendarDate, formatMoney, formatPercent } from '#core/format/format'
import { parseDecimal } from '#core/format/parse-decimal'
import { formatUnits } from '#core/format/units'
import { CashNote } from '#site/admin/cash/balance/CashNote.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { CheckboxField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { HolderSummary, movementLabels, ReasonField, UnitsField } from './movement-fields.tsx'
import {
  calculateRedemptionPrice,
  calculateRemainingUnits,
  normalizeUnits,
  validateUnits,
} from './movement-form.ts'
import { refreshRegister } from './register-lists.ts'

type RedemptionValues = Record<'units' | 'amount' | 'reason', string> & { is_meant: boolean }

const labels: Record<keyof RedemptionValues, string> = {
  ...movementLabels,
  amount: 'Redemption proceeds (USD)',
  is_meant: 'Price confirmed',
}

interface RedemptionDialogProps {
  /** The holder whose units are redeemed; undefined while the dialog is closed. */
  holder: RegisterHolder | undefined
  series: string
  /** Unit value of the current valuation; undefined while unknown or if there is none. */
  unitValue: Pick<UnitValue, 'preferred' | 'as_of'> | undefined
  onClose: () => void
  onSaved: (message: string) => Promise<void>
}

/** Redeems a holder's units against proceeds, after showing what will happen. */
export function RedemptionDialog({
  holder: selected,
  series,
  unitValue,
  onClose,
  onSaved,
}: RedemptionDialogProps) {
  return (
    <EditDialog<RegisterHolder, RedemptionValues, Movement>
      target={selected}
      onClose={onClose}
      title="Redeem units"
      kicker={`$${series}`}
      form={(holder) => ({
        initial: { values: { units: '', amount: '', reason: '', is_meant: false }, updatedAt: undefined },
        check: ({ units, amount, reason, is_meant }) => {
          const wrong = validateUnits(units, holder.units)
          return {
            ...(wrong && { units: wrong }),
            ...(!(Number(parseDecimal(amount)) >= 0) && { amount: 'Enter the proceeds, or 0 if none' }),
            ...(calculateRedemptionPrice(amount, units, unitValue?.preferred)?.isUnusual &&
              !is_meant && { is_meant: 'Confirm or correct the price per unit' }),
            ...(reason.trim() === '' && { reason: 'Enter a reason' }),
          }
        },
        save: async ({ units, amount, reason }, { idempotencyKey }) => {
          const body = {
            type: 'redemption' as const,
            from_user_id: holder.user_id,
            units: normalizeUnits(units),
            amount: parseDecimal(amount) ?? '',
            reason,
          }
          const params = { symbol: series }
          return (await callAdminApi(adminRegister.createMovement, { params, body }, { idempotencyKey }))
            .movement
        },
        failure: 'Failed to record the redemption',
      })}
      labels={labels}
      submit="Review redemption"
      busy="Recording..."
      review={{
        title: 'Record this redemption?',
        action: 'Record redemption',
        message: ({ units, amount }, holder) => (
          <div className="grid gap-4">
            <p>
              <strong className="font-medium">
                {formatUnits(normalizeUnits(units))} units of ${series}
              </strong>{' '}
              held by {holder.name} will be redeemed, leaving{' '}
              {formatUnits(calculateRemainingUnits(holder.units, units))}.{' '}
              {formatMoney(parseDecimal(amount) ?? '0')} will be added to the investor's cash balance and the
              investor notified. <PerUnit amount={amount} units={units} unitValue={unitValue} /> The entry is
              permanent and can be reversed only by a correction.
            </p>
            <CashNote userId={holder.user_id} move={{ balance: parseDecimal(amount) ?? '0' }} />
          </div>
        ),
      }}
      approval={{ endpoint: adminRegister.createMovement }}
      onGone={refreshRegister}
      onSaved={() => onSaved('Redemption recorded in the register.')}
    >
      {(form, holder) => (
        <>
          <HolderSummary {...holder} />
          <UnitsField form={form} held={holder.units} />
          <TextField
            form={form}
            name="amount"
            label={labels.amount}
            required
            inputMode="decimal"
            autoComplete="off"
            hint="Added to the investor's cash balance"
          />
          <UnusualPrice form={form} unitValue={unitValue} />
          <ReasonField form={form} />
        </>
      )}
    </EditDialog>
  )
}

type Priced = Pick<RedemptionDialogProps, 'unitValue'>

/** The price per unit, compared with the unit value of the current valuation. */
function PerUnit({ amount, units, unitValue }: Priced & Record<'amount' | 'units', string>) {
  const price = calculateRedemptionPrice(amount, units, unitValue?.preferred)
  if (!price) return null
  const { perUnit, away = 0 } = price
  return (
    <>
      This is <strong className="font-medium">{formatMoney(perUnit)} per unit</strong>
      {unitValue
        ? `; the unit value as of ${formatCalendarDate(unitValue.as_of)} is ${formatMoney(unitValue.preferred)} (${formatPercent(away.toFixed(2))}).`
        : '; the series has no valuation for comparison.'}
    </>
  )
}

/** Asks for confirmation of a price far from the unit value. */
function UnusualPrice({ form, unitValue }: Priced & { form: RowForm<RedemptionValues, Movement> }) {
  const { values } = useStore(form.$state)
  const { amount, units } = values
  const price = calculateRedemptionPrice(amount, units, unitValue?.preferred)
  const perUnit = price?.perUnit
  // biome-ignore lint/correctness/useExhaustiveDependencies: another price is not the one that was confirmed
  useEffect(() => form.set('is_meant', false), [form, perUnit])
  if (!price?.isUnusual) return null
  return (
    <div className="grid gap-3 rounded border border-warn p-4 text-[0.9375rem]">
      <p>
        <PerUnit amount={amount} units={units} unitValue={unitValue} /> This is unusual.
      </p>
      <CheckboxField form={form} name="is_meant" label="I confirm the agreed price per unit" />
    </div>
  )
}
