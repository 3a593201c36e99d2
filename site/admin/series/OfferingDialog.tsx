import { type AdminOffering, type AdminSeries, adminSeries, OfferingBody } from '#contract/admin-series'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import { formatUnits } from '#core/format/units'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, TextField } from '#site/admin/form/fields.tsx'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { MomentField } from '#site/admin/form/MomentField.tsx'
import {
  bodyOf,
  checkOffering,
  editOf,
  offeringLabels as labels,
  newOffering,
  type OfferingValues,
  versionOf,
} from './offering-form.ts'
import { PriceField } from './PriceField.tsx'
import { type PartProps, readSeries, seriesDetail } from './series.ts'

/** An offering to edit, or undefined for a new one of the series. */
export interface EditedOffering {
  series: AdminSeries
  offering: AdminOffering | undefined
}

const failure = 'Failed to save the offering'

function formOf({ series, offering }: EditedOffering): RowFormOptions<OfferingValues, AdminOffering> {
  const { symbol } = series.token
  if (!offering) {
    return {
      initial: newOffering(series.offerings[0]),
      check: checkOffering,
      save: async (values, { idempotencyKey }) => {
        const body = { ...bodyOf(values), state: 'draft' as const }
        return (await callAdmin(adminSeries.addOffering, { params: { symbol }, body }, { idempotencyKey }))
          .offering
      },
      failure,
    }
  }
  const { id } = offering
  return {
    initial: versionOf(offering),
    check: checkOffering,
    save: async (values, { updatedAt, base }) => {
      const body = { ...editOf(values, base), updated_at: updatedAt }
      return (await callAdmin(adminSeries.updateOffering, { params: { id }, body })).offering
    },
    reread: async () => {
      const now = (await readSeries(symbol)).offerings.find((one) => one.id === id)
      return now && versionOf(now)
    },
    readLastChange: readLastChange({ entity: 'offering', id }),
    failure,
  }
}

interface OfferingDialogProps extends Pick<PartProps, 'onStored'> {
  of: EditedOffering | undefined
  onClose: () => void
}

/** Adds a draft or edits an offering. Once investors have seen it, only its end and its text can be changed. */
export function OfferingDialog({ of, onClose, onStored }: OfferingDialogProps) {
  const isNew = of?.offering === undefined
  return (
    <EditDialog<EditedOffering, OfferingValues, AdminOffering>
      of={of}
      onClose={onClose}
      title={isNew ? 'Add offering' : 'Edit offering'}
      kicker={of?.series.token.symbol}
      size="wide"
      form={formOf}
      labels={labels}
      submit={isNew ? 'Add draft' : 'Save offering'}
      busy="Saving..."
      // A draft is opened by a dialog of its own; at most the end of one that is open is changed here.
      approval={{ endpoint: isNew ? adminSeries.addOffering : adminSeries.updateOffering, isNeeded: false }}
      onGone={seriesDetail.refresh}
      onSaved={() => onStored(isNew ? 'Draft added. Investors see it once it is opened.' : 'Offering saved.')}
    >
      {(form, { offering, series }) => {
        const isDraft = offering === undefined || offering.stored_state === 'draft'
        const number = { required: true, inputMode: 'decimal', autoComplete: 'off' } as const
        return (
          <>
            {!isDraft && (
              <p className="text-[0.9375rem] text-ink-2">
                Investors have seen the price and the bounds: they stay as they are. Close the offering and
                add another one to change them.
              </p>
            )}
            <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
              {isDraft && <MomentField form={form} name="opens_at" label={labels.opens_at} zone="utc" />}
              <MomentField form={form} name="closes_at" label={labels.closes_at} zone="utc" />
              {isDraft && (
                <>
                  <PriceField form={form} unitValue={series.series.unit_value} />
                  <TextField
                    form={form}
                    name="cap_units"
                    label={labels.cap_units}
                    {...number}
                    hint={`Of the series in all: the ${formatUnits(series.series.units_in_issue)} in issue count too`}
                  />
                  <TextField form={form} name="minimum" label={labels.minimum} {...number} />
                  <TextField form={form} name="maximum" label={labels.maximum} {...number} />
                  <TextField
                    form={form}
                    name="payment_days"
                    label={labels.payment_days}
                    required
                    type="number"
                    min={1}
                    max={90}
                    hint="After the approval; unpaid subscriptions expire"
                  />
                  <TextField
                    form={form}
                    name="countries"
                    label={labels.countries}
                    autoComplete="off"
                    hint="Such as CH, DE; empty admits all countries"
                  />
                </>
              )}
            </div>
            <AreaField
              form={form}
              name="terms"
              label={labels.terms}
              hint="Paragraphs and line breaks stay as typed; begin the lines of a list with a dash"
              rows={5}
              maxLength={fieldRules(OfferingBody, 'terms').maxLength}
            />
          </>
        )
      }}
    </EditDialog>
  )
}
