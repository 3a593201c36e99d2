import { type AdminSeries, adminSeries, ValuationBody } from '#contract/admin-series'
import { fieldRules } from '#contract/schema'
import type { Valuation } from '#contract/series'
import { callAdmin } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import { formatCalendarDate, formatMoney, formatPercent } from '#core/format/format'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { TextField } from '#site/admin/form/fields.tsx'
import { ReasonField } from '#site/admin/form/ReasonField.tsx'
import { saidReason } from '#site/admin/form/said-reason.ts'
import { RestatedNote } from '#site/admin/shared/RestatedNote.tsx'
import { InputsField } from './InputsField.tsx'
import { type PartProps, today } from './series.ts'
import {
  bodyOf,
  changeOf,
  checkValuation,
  describeRestated,
  LARGE_CHANGE,
  valuationLabels as labels,
  newValuation,
  type ValuationValues,
} from './valuation-form.ts'

const formOf = ({ token, valuations }: AdminSeries): RowFormOptions<ValuationValues, Valuation> => ({
  initial: newValuation(valuations[0], today()),
  check: (values) => checkValuation(values, today()),
  save: async (values, { idempotencyKey }) => {
    const params = { symbol: token.symbol }
    const body = { ...bodyOf(values), ...saidReason(values.reason) }
    return (await callAdmin(adminSeries.addValuation, { params, body }, { idempotencyKey })).valuation
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
      approval={{ endpoint: adminSeries.addValuation }}
      submit="Add valuation"
      busy="Saving..."
      review={{
        title: 'Add this valuation?',
        action: 'Add valuation',
        says: (values, { valuations }) => <Consequence values={values} valuations={valuations} />,
      }}
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
            <ReasonField form={form} name="reason" isHidden />
          </>
        )
      }}
    </EditDialog>
  )
}

/** What the valuation changes: it can be superseded by another one of its day, and not taken back. */
function Consequence({ values, valuations }: { values: ValuationValues; valuations: readonly Valuation[] }) {
  const last = valuations[0]
  const { preferred, as_of } = bodyOf(values)
  const restated = describeRestated(as_of, valuations, today())
  const isCurrent = !last || last.as_of <= as_of
  const change = last && changeOf(preferred, last.preferred)
  return (
    <div className="grid gap-3">
      <p>
        One unit is worth {formatMoney(preferred)} on {formatCalendarDate(as_of)}
        {!isCurrent && ', which is before the current valuation: the current value of a unit stays'}.
      </p>
      {last && isCurrent && (
        <p>
          The last value is {formatMoney(last.preferred)} of {formatCalendarDate(last.as_of)}
          {change !== undefined && `: a change of ${formatPercent(change)}`}. Every holding is then shown at
          the new value.
        </p>
      )}
      <RestatedNote text={restated} />
      {change !== undefined && Math.abs(change) > LARGE_CHANGE && (
        <p className="border-warn border-l-2 pl-3">This is a large change. Look at the figures once more.</p>
      )}
      <p>It stays in the history. Another valuation of the same day supersedes it.</p>
    </div>
  )
}
