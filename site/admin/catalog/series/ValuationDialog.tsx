import { type AdminSeries, adminSeries, ValuationBody } from '#contract/catalog/admin-series'
import type { Valuation } from '#contract/catalog/series'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import { formatCalendarDate, formatMoney, formatPercent } from '#core/format/format'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextField } from '#site/admin/kit/form/form-fields.tsx'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { RestatedNote } from '#site/admin/kit/RestatedNote.tsx'
import { getToday, type SeriesSectionProps } from './series-store.ts'
import { ValuationInputsField } from './ValuationInputsField.tsx'
import {
  calculatePercentChange,
  createValuationVersion,
  describeRestated,
  LARGE_CHANGE_PERCENT,
  valuationLabels as labels,
  toValuationBody,
  type ValuationValues,
  validateValuation,
} from './valuation-form.ts'

const formOf = ({ token, valuations }: AdminSeries): RowFormOptions<ValuationValues, Valuation> => ({
  initial: createValuationVersion(valuations[0], getToday()),
  check: (values) => validateValuation(values, getToday()),
  save: async (values, { idempotencyKey }) => {
    const params = { symbol: token.symbol }
    const body = { ...toValuationBody(values), ...toReasonPayload(values.reason) }
    return (await callAdminApi(adminSeries.addValuation, { params, body }, { idempotencyKey })).valuation
  },
  failure: 'Failed to add valuation',
})

interface ValuationDialogProps extends Pick<SeriesSectionProps, 'onSaved'> {
  target: AdminSeries | undefined
  onClose: () => void
}

/** Adds a unit value. The one with the latest day is current. */
export function ValuationDialog({ target, onClose, onSaved }: ValuationDialogProps) {
  const last = target?.valuations[0]
  return (
    <EditDialog<AdminSeries, ValuationValues, Valuation>
      target={target}
      onClose={onClose}
      title="Add valuation"
      kicker={target?.token.symbol}
      size="wide"
      form={formOf}
      labels={labels}
      approval={{ endpoint: adminSeries.addValuation }}
      submit="Add valuation"
      busy="Saving..."
      review={{
        title: 'Add this valuation?',
        action: 'Add valuation',
        message: (values, { valuations }) => <Consequence values={values} valuations={valuations} />,
      }}
      onSaved={({ as_of }) =>
        onSaved(
          last && last.as_of > as_of
            ? 'Valuation added. The more recent valuation remains current.'
            : 'Valuation added and now current.',
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
                max={getToday()}
                hint="A valuation dated before the current one does not become current"
              />
              <TextField
                form={form}
                name="method"
                label={labels.method}
                required
                autoComplete="off"
                maxLength={getFieldRules(ValuationBody, 'method').maxLength}
                hint={last && 'Method and inputs are copied from the last valuation. Review them'}
                className="sm:col-span-2"
              />
            </div>
            <ValuationInputsField form={form} />
            <ApprovalReason form={form} write={{ endpoint: adminSeries.addValuation, isNeeded: true }} />
          </>
        )
      }}
    </EditDialog>
  )
}

/** What the valuation changes: it can be superseded by another one for the same day, but not withdrawn. */
function Consequence({ values, valuations }: { values: ValuationValues; valuations: readonly Valuation[] }) {
  const last = valuations[0]
  const { preferred, as_of } = toValuationBody(values)
  const restated = describeRestated(as_of, valuations, getToday())
  const isCurrent = !last || last.as_of <= as_of
  const change = last && calculatePercentChange(preferred, last.preferred)
  return (
    <div className="grid gap-3">
      <p>
        Unit value: {formatMoney(preferred)} as of {formatCalendarDate(as_of)}.
        {!isCurrent && ' This is before the current valuation, so the current unit value does not change.'}
      </p>
      {last && isCurrent && (
        <p>
          The previous unit value was {formatMoney(last.preferred)} as of {formatCalendarDate(last.as_of)}
          {change !== undefined && ` (a change of ${formatPercent(change)})`}. All holdings will be revalued.
        </p>
      )}
      <RestatedNote text={restated} />
      {change !== undefined && Math.abs(change) > LARGE_CHANGE_PERCENT && (
        <p className="border-warn border-l-2 pl-3">This is a large change. Please check the figures.</p>
      )}
      <p>Valuations cannot be deleted. A later valuation for the same date supersedes this one.</p>
    </div>
  )
}
