import { useState } from 'react'
import { type AdminSeries, adminSeries, SeriesKeyFacts } from '#contract/catalog/admin-series'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import type { FormVersion, RowFormOptions } from '#core/form/row-form'
import type { ApprovedWrite } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { CheckboxField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { RequirePermission } from '#site/admin/kit/use-permissions.tsx'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { getSeries, isPublished, type SeriesSectionProps } from './series-store.ts'

type Fact = 'commodity' | 'district' | 'country' | 'stage' | 'custodian'
type FactValues = Record<Fact | 'reason', string> & { is_illustrative: boolean }

const labels: Record<Exclude<keyof FactValues, 'reason'>, string> = {
  commodity: 'Commodity',
  district: 'District',
  country: 'Country',
  stage: 'Stage',
  custodian: 'Custodian',
  is_illustrative: 'Illustrative (fictitious asset)',
}
const names = ['commodity', 'district', 'country', 'stage', 'custodian'] as const

const versionOf = ({ facts: { updated_at, ...values } }: AdminSeries): FormVersion<FactValues> => ({
  values: { ...values, reason: '' },
  updatedAt: updated_at ?? undefined,
})

const formOf = (series: AdminSeries): RowFormOptions<FactValues, AdminSeries> => {
  const { symbol, id } = series.token
  return {
    initial: versionOf(series),
    save: ({ reason, ...values }, { updatedAt }) =>
      callAdminApi(adminSeries.update, {
        params: { symbol },
        body: { ...values, ...toReasonPayload(reason), updated_at: updatedAt },
      }),
    reread: async () => versionOf(await getSeries(symbol)),
    readLastChange: getLastChange({ entity: 'series', id }),
    failure: 'Failed to save key facts',
  }
}

const getWrite = (edited: AdminSeries): ApprovedWrite => ({
  endpoint: adminSeries.update,
  isNeeded: isPublished(edited),
})

/** Facts about the asset, shown on the series page. */
export function KeyFacts({ series, onSaved }: SeriesSectionProps) {
  const [editing, setEditing] = useState<AdminSeries>()
  return (
    <Panel
      title="Key facts"
      note="The series page may show additional content from its content file"
      aside={
        <RequirePermission permission="money">
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setEditing(series)}>
            Edit key facts
          </Button>
        </RequirePermission>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 p-[22px] text-[0.9375rem] max-sm:p-4 sm:grid-cols-3 lg:grid-cols-5">
        {names.map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-[0.8125rem] text-ink-3">{labels[name]}</dt>
            <dd className="wrap-anywhere">
              {series.facts[name] || <span className="text-ink-3">Not set</span>}
            </dd>
          </div>
        ))}
      </dl>
      <EditDialog<AdminSeries, FactValues, AdminSeries>
        target={editing}
        onClose={() => setEditing(undefined)}
        title="Edit key facts"
        kicker={series.token.symbol}
        form={formOf}
        labels={labels}
        submit="Save key facts"
        busy="Saving..."
        approval={(_, edited) => getWrite(edited)}
        onSaved={() => onSaved('Key facts saved.')}
      >
        {(form, edited) => (
          <>
            {names.map((name) => (
              <TextField
                key={name}
                form={form}
                name={name}
                label={labels[name]}
                autoComplete="off"
                maxLength={getFieldRules(SeriesKeyFacts, name).maxLength}
              />
            ))}
            <CheckboxField
              form={form}
              name="is_illustrative"
              label={labels.is_illustrative}
              hint="Amounts and documents of the series are marked as illustrative wherever they appear. This setting overrides the content file of the series page."
            />
            <ApprovalReason form={form} write={getWrite(edited)} />
          </>
        )}
      </EditDialog>
    </Panel>
  )
}
