/** The fields that the forms of movements share. */
import { useStore } from '@nanostores/react'
import { MovementBody, type RegisterHolder } from '#contract/admin-register'
import { fieldRules } from '#contract/schema'
import { formatUnits } from '#core/format/units'
import { AreaField, type FieldForm, TextField } from '#site/admin/form/fields.tsx'
import { checkUnits, unitsAfter } from './movement-form.ts'

export const movementLabels = { units: 'Units', reason: 'Reason' } as const

/** Whose units move, and how many there are. */
export function HolderLine({ name, units }: Pick<RegisterHolder, 'name' | 'units'>) {
  return (
    <p className="wrap-anywhere">
      <strong className="font-medium">{name}</strong> holds {formatUnits(units)} units.
    </p>
  )
}

/** The units of a movement, with what is left of the holding. */
export function UnitsField({ form, held }: { form: FieldForm<'units'>; held: string }) {
  const { values } = useStore(form.$state)
  const isValid = checkUnits(values.units, held) === undefined
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
          ? `Leaves ${formatUnits(unitsAfter(held, values.units))} units`
          : `At most ${formatUnits(held)}`
      }
    />
  )
}

interface ReasonFieldProps {
  form: FieldForm<'reason'>
  'data-autofocus'?: true
}

/** Why a movement is entered. */
export function ReasonField(props: ReasonFieldProps) {
  return (
    <AreaField
      {...props}
      name="reason"
      label={movementLabels.reason}
      required
      rows={3}
      maxLength={fieldRules(MovementBody, 'reason').maxLength}
    />
  )
}
