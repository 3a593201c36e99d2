import { type AdminSeries, adminSeries, ValuationBody } from '#contract/admin-series'
import { fieldRules } from '#contract/schema'
import type { Valuation } from '#contract/series'
import { callAdmin } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { TextField } from '#site/admin/form/fields.tsx'
import { InputsField } from './InputsField.tsx'
import { type PartProps, today } from './series.ts'
import {
  bodyOf,
  checkValuation,
  valuationLabels as labels,
  newValuation,
  type ValuationValues,
} from './valuation-form.ts'

const formOf = ({ token, valuations }: AdminSeries): RowFormOptions<ValuationValues, Valuation> => ({
  initial: newValuation(valuations[0], today()),
  check: checkValuation,
  save: async (values, { idempotencyKey }) => {
    const params = { symbol: token.symbol }
    return (await callAdmin(adminSeries.addValuation, { params, body: bodyOf(values) }, { idempotencyKey }))
      .valuation
  },
  failure: 'Failed to add the valuation',
})

interface ValuationDialogProps extends Pick<PartProps, 'onStored'> {
  of: AdminSeries | undefined
  onClose: () => void
}

/** Adds a value of one unit. That of the latest day is current. */
export function ValuationDialog({ of, onClose, onStored }: ValuationDialogProps) {
  const last = of?.valuations[0]
  return (
    <EditDialog<AdminSeries, ValuationValues, Valuation>
      of={of}
      onClose={onClose}
      title="Add valuation"
      kicker={of?.token.symbol}
      size="wide"
      form={formOf}
      labels={labels}
      submit="Add valuation"
      busy="Saving..."
      onSaved={({ as_of }) =>
        onStored(
          last && last.as_of > as_of
            ? 'Valuation added. The one of the later day stays current.'
            : 'Valuation added. It is current.',
        )
      }
    >
      {(form) => {
        const number = { required: true, inputMode: 'decimal', autoComplete: 'off' } as const
        return (
          <>
            <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-3">
              <TextField form={form} name="low" label={labels.low} {...number} data-autofocus />
              <TextField form={form} name="preferred" label={labels.preferred} {...number} />
              <TextField form={form} name="high" label={labels.high} {...number} />
            </div>
            <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-3">
              <TextField
                form={form}
                name="as_of"
                label={labels.as_of}
                type="date"
                required
                max={today()}
                hint="The value of an earlier day never becomes current"
              />
              <TextField
                form={form}
                name="method"
                label={labels.method}
                required
                autoComplete="off"
                maxLength={fieldRules(ValuationBody, 'method').maxLength}
                hint={last && 'Method and inputs are those of the last valuation: go over them'}
                className="sm:col-span-2"
              />
            </div>
            <InputsField form={form} />
          </>
        )
      }}
    </EditDialog>
  )
}
