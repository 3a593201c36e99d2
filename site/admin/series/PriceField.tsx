import { useStore } from '@nanostores/react'
import type { AdminOffering, AdminSeries } from '#contract/admin-series'
import type { RowForm } from '#core/form/row-form'
import { TextField } from '#site/admin/form/fields.tsx'
import { hintAtPrice, type OfferingValues, offeringLabels } from './offering-form.ts'

interface PriceFieldProps {
  form: RowForm<OfferingValues, AdminOffering>
  unitValue: AdminSeries['series']['unit_value']
}

/** The price of a unit, compared with the unit value as it is typed. */
export function PriceField({ form, unitValue }: PriceFieldProps) {
  const { values } = useStore(form.$state)
  return (
    <TextField
      form={form}
      name="unit_price"
      label={offeringLabels.unit_price}
      required
      inputMode="decimal"
      autoComplete="off"
      hint={hintAtPrice(values.unit_price, unitValue)}
    />
  )
}
