import { useStore } from '@nanostores/react'
import {
  type AdminOffering,
  type AdminSeries,
  adminSeries,
  OfferingBody,
} from '#contract/catalog/admin-series'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { formatUnits } from '#core/format/units'
import type { ApprovedWrite } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { DateTimeField } from '#site/admin/kit/form/DateTimeField.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import {
  createOfferingVersion,
  offeringLabels as labels,
  type OfferingValues,
  toOfferingBody,
  toOfferingEdit,
  toOfferingVersion,
  validateOffering,
} from './offering-form.ts'
import { PriceField } from './PriceField.tsx'
import { getSeries, type SeriesSectionProps, seriesDetail } from './series-store.ts'

/** The offering to edit, or undefined for a new one. */
export interface EditedOffering {
  series: AdminSeries
  offering: AdminOffering | undefined
}

const failure = 'Failed to save the offering'

function formOf({ series, offering }: EditedOffering): RowFormOptions<OfferingValues, AdminOffering> {
  const { symbol } = series.token
  if (!offering) {
    return {
      initial: createOfferingVersion(series.offerings[0]),
      check: validateOffering,
      save: async (values, { idempotencyKey }) => {
        const body = { ...toOfferingBody(values), state: 'draft' as const }
        return (await callAdminApi(adminSeries.addOffering, { params: { symbol }, body }, { idempotencyKey }))
          .offering
      },
      failure,
    }
  }
  const { id } = offering
  return {
    initial: toOfferingVersion(offering),
    check: validateOffering,
    save: async (values, { updatedAt, base }) => {
      const body = {
        ...toOfferingEdit(values, base),
        ...toReasonPayload(values.reason),
        updated_at: updatedAt,
      }
      return (await callAdminApi(adminSeries.updateOffering, { params: { id }, body })).offering
    },
    reread: async () => {
      const now = (await getSeries(symbol)).offerings.find((one) => one.id === id)
      return now && toOfferingVersion(now)
    },
    readLastChange: getLastChange({ entity: 'offering', id }),
    failure,
  }
}

/** The write of the dialog. A draft is opened in its own dialog; investors have seen the end and terms of any other. */
function getWrite(values: OfferingValues, { offering }: EditedOffering): ApprovedWrite {
  if (!offering) return { endpoint: adminSeries.addOffering, isNeeded: false }
  const seen = toOfferingVersion(offering).values
  const isChanged = values.closes_at !== seen.closes_at || values.terms !== seen.terms
  return {
    endpoint: adminSeries.updateOffering,
    isNeeded: offering.stored_state !== 'draft' && isChanged,
  }
}

interface OfferingDialogProps extends Pick<SeriesSectionProps, 'onSaved'> {
  target: EditedOffering | undefined
  onClose: () => void
}

/** Adds a draft or edits an offering. Once investors have seen it, only its end and text can be changed. */
export function OfferingDialog({ target, onClose, onSaved }: OfferingDialogProps) {
  const isNew = target?.offering === undefined
  return (
    <EditDialog<EditedOffering, OfferingValues, AdminOffering>
      target={target}
      onClose={onClose}
      title={isNew ? 'Add offering' : 'Edit offering'}
      kicker={target?.series.token.symbol}
      size="wide"
      form={formOf}
      labels={labels}
      submit={isNew ? 'Add draft' : 'Save offering'}
      busy="Saving..."
      approval={getWrite}
      onGone={seriesDetail.refresh}
      onSaved={() =>
        onSaved(isNew ? 'Draft added. It becomes visible to investors once opened.' : 'Offering saved.')
      }
    >
      {(form, edited) => {
        const { offering, series } = edited
        const isDraft = offering === undefined || offering.stored_state === 'draft'
        const number = { required: true, inputMode: 'decimal', autoComplete: 'off' } as const
        return (
          <>
            {!isDraft && (
              <p className="text-[0.9375rem] text-ink-2">
                The price and limits are already visible to investors and cannot be changed. To change them,
                close this offering and add a new one.
              </p>
            )}
            <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
              {isDraft && <DateTimeField form={form} name="opens_at" label={labels.opens_at} zone="utc" />}
              <DateTimeField form={form} name="closes_at" label={labels.closes_at} zone="utc" />
              {isDraft && (
                <>
                  <PriceField form={form} unitValue={series.series.unit_value} />
                  <TextField
                    form={form}
                    name="cap_units"
                    label={labels.cap_units}
                    {...number}
                    hint={`Total for the series, including the ${formatUnits(series.series.units_in_issue)} units in issue`}
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
                    hint="Days after approval. Unpaid subscriptions then expire"
                  />
                  <TextField
                    form={form}
                    name="countries"
                    label={labels.countries}
                    autoComplete="off"
                    hint="For example CH, DE. Leave blank to allow all countries"
                  />
                </>
              )}
            </div>
            <TextareaField
              form={form}
              name="terms"
              label={labels.terms}
              hint="Line breaks are kept. Start list items with a dash"
              rows={5}
              maxLength={getFieldRules(OfferingBody, 'terms').maxLength}
            />
            <OfferingReason form={form} edited={edited} />
          </>
        )
      }}
    </EditDialog>
  )
}

/** Asks for a reason as soon as what was typed needs approval. */
function OfferingReason({
  form,
  edited,
}: {
  form: RowForm<OfferingValues, AdminOffering>
  edited: EditedOffering
}) {
  const { values } = useStore(form.$state)
  return <ApprovalReason form={form} write={getWrite(values, edited)} />
}
