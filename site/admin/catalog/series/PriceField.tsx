import { useStore } from '@nanostores/react'
import type { AdminOffering, AdminSeries } from '#contract/catalog/admin-series'
import type { RowForm } from '#core/form/row-form'
import { TextField } from '#site/admin/kit/form/form-fields.tsx'
import { getPriceHint, type OfferingValues, offeringLabels } from './offering-form.ts'

interface PriceFieldProps {
  form: RowForm<OfferingValues, AdminOffering>
  unitValue: AdminSeries['series']['unit_value']
}

/** The price per unit, compared with the unit value while typing. */
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
      hint={getPriceHint(values.unit_price, unitValue)}
    />
  )
}
