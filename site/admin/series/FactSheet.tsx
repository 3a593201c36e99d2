import { useState } from 'react'
import { type AdminSeries, adminSeries, SeriesFacts } from '#contract/admin-series'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import type { RowFormOptions, Version } from '#core/form/row-form'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { TextField, TickField } from '#site/admin/form/fields.tsx'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { May } from '#site/admin/shared/may.tsx'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { type PartProps, readSeries } from './series.ts'

type Fact = 'commodity' | 'district' | 'country' | 'stage' | 'custodian'
type FactValues = Record<Fact, string> & { is_illustrative: boolean }

const labels: Record<keyof FactValues, string> = {
  commodity: 'Commodity',
  district: 'District',
  country: 'Country',
  stage: 'Stage',
  custodian: 'Custodian',
  is_illustrative: 'Illustrative: the asset is invented',
}
const names = ['commodity', 'district', 'country', 'stage', 'custodian'] as const

const versionOf = ({ facts: { updated_at, ...values } }: AdminSeries): Version<FactValues> => ({
  values,
  updatedAt: updated_at ?? undefined,
})

const formOf = (series: AdminSeries): RowFormOptions<FactValues, AdminSeries> => {
  const { symbol, id } = series.token
  return {
    initial: versionOf(series),
    save: (values, { updatedAt }) =>
      callAdmin(adminSeries.update, { params: { symbol }, body: { ...values, updated_at: updatedAt } }),
    reread: async () => versionOf(await readSeries(symbol)),
    readLastChange: readLastChange({ entity: 'series', id }),
    failure: 'Failed to save the facts',
  }
}

/** Facts about the asset that the page of the series shows. */
export function FactSheet({ of, onStored }: PartProps) {
  const [editing, setEditing] = useState<AdminSeries>()
  return (
    <Panel
      title="Facts"
      note="A series whose page has a content file says more there"
      aside={
        <May permission="money">
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setEditing(of)}>
            Edit facts
          </Button>
        </May>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 p-[22px] text-[0.9375rem] max-sm:p-4 sm:grid-cols-3 lg:grid-cols-5">
        {names.map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-[0.8125rem] text-ink-3">{labels[name]}</dt>
            <dd className="wrap-anywhere">
              {of.facts[name] || <span className="text-ink-3">Not entered</span>}
            </dd>
          </div>
        ))}
      </dl>
      <EditDialog<AdminSeries, FactValues, AdminSeries>
        of={editing}
        onClose={() => setEditing(undefined)}
        title="Edit facts"
        kicker={of.token.symbol}
        form={formOf}
        labels={labels}
        submit="Save facts"
        busy="Saving..."
        onSaved={() => onStored('Facts saved.')}
      >
        {(form) => (
          <>
            {names.map((name) => (
              <TextField
                key={name}
                form={form}
                name={name}
                label={labels[name]}
                autoComplete="off"
                maxLength={fieldRules(SeriesFacts, name).maxLength}
              />
            ))}
            <TickField
              form={form}
              name="is_illustrative"
              label={labels.is_illustrative}
              hint="Amounts and documents of the series are marked wherever they are shown. The page of the series follows this, whatever its content file says."
            />
          </>
        )}
      </EditDialog>
    </Panel>
  )
}
