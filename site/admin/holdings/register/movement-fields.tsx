/** Fields shared by the movement forms. */
import { useStore } from '@nanostores/react'
import { CreateMovementBody, type RegisterHolder } from '#contract/holdings/admin-register'
import { getFieldRules } from '#contract/schema-builders'
import { formatUnits } from '#core/format/units'
import { type FieldForm, TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { calculateRemainingUnits, validateUnits } from './movement-form.ts'

export const movementLabels = { units: 'Units', reason: 'Reason' } as const

/** Whose units are moved, and how many they hold. */
export function HolderSummary({ name, units }: Pick<RegisterHolder, 'name' | 'units'>) {
  return (
    <p className="wrap-anywhere">
      <strong className="font-medium">{name}</strong> holds {formatUnits(units)} units.
    </p>
  )
}

/** The units of a movement, with the remaining holding. */
export function UnitsField({ form, held }: { form: FieldForm<'units'>; held: string }) {
  const { values } = useStore(form.$state)
  const isValid = validateUnits(values.units, held) === undefined
  return (
    <TextField
      form={form}
      name="units"
      label={movementLabels.units}
      required
      inputMode="decimal"
      autoComplete="off"
      hint={
        isValid
          ? `${formatUnits(calculateRemainingUnits(held, values.units))} units will remain`
          : `Maximum ${formatUnits(held)}`
      }
    />
  )
}

interface ReasonFieldProps {
  form: FieldForm<'reason'>
  'data-autofocus'?: true
}

/** The reason for recording a movement. */
export function ReasonField(props: ReasonFieldProps) {
  return (
    <TextareaField
      {...props}
      name="reason"
      label={movementLabels.reason}
      required
      rows={3}
      maxLength={getFieldRules(CreateMovementBody, 'reason').maxLength}
    />
  )
}
