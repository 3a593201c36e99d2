import { useState } from 'react'
import type { AdminSeries } from '#contract/catalog/admin-series'
import type { Valuation } from '#contract/catalog/series'
import { formatCountOf, formatMoney } from '#core/format/format'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { RequirePermission } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { type HistoryColumn, RecordHistoryTable } from './RecordHistoryTable.tsx'
import type { SeriesSectionProps } from './series-store.ts'
import { ValuationDialog } from './ValuationDialog.tsx'

const columnsOf = (current: Valuation | undefined): readonly HistoryColumn<Valuation>[] => [
  {
    label: 'As of',
    cell: (valuation) => (
      <span className="flex flex-wrap items-center gap-2.5">
        <AdminDate instant={valuation.as_of} />
        {valuation.id === current?.id && <Badge tone="gain">Current</Badge>}
        {valuation.is_superseded && <Badge tone="neutral">Superseded</Badge>}
      </span>
    ),
  },
  { label: 'Low', align: 'right', cell: ({ low }) => formatMoney(low) },
  {
    label: 'Preferred',
    align: 'right',
    cell: ({ preferred }) => <span className="font-medium text-ink">{formatMoney(preferred)}</span>,
  },
  { label: 'High', align: 'right', cell: ({ high }) => formatMoney(high) },
  { label: 'Method', cell: (valuation) => <Method valuation={valuation} /> },
  { label: 'Added', isWide: true, cell: ({ created_at }) => <AdminDate instant={created_at} /> },
]

/** The method and its inputs. */
function Method({ valuation: { method, inputs } }: { valuation: Valuation }) {
  if (inputs.length === 0) return <span className="wrap-anywhere">{method}</span>
  return (
    <details>
      <summary className="cursor-pointer wrap-anywhere">
        {method} <span className="text-ink-3">({formatCountOf(inputs.length, 'input')})</span>
      </summary>
      <ul className="mt-2 grid gap-1.5 text-[0.875rem]">
        {inputs.map(({ label, value, unit, source, as_of }) => (
          <li key={`${label} ${value} ${source}`} className="wrap-anywhere">
            {label}: <span className="num">{`${value} ${unit}`.trim()}</span>{' '}
            <span className="text-ink-3">
              ({source}, <AdminDate instant={as_of} />)
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The unit values. */
export function Valuations({ series, onSaved }: SeriesSectionProps) {
  const [adding, setAdding] = useState<AdminSeries>()
  return (
    <Panel
      title="Valuations"
      note="Value per unit. The most recent valuation is current."
      aside={
        <RequirePermission permission="money">
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAdding(series)}>
            Add valuation
          </Button>
        </RequirePermission>
      }
    >
      {series.valuations.length === 0 ? (
        <EmptyState title="No valuations">Holdings have no value until a valuation is added.</EmptyState>
      ) : (
        <RecordHistoryTable
          caption="Valuations"
          singularLabel="valuation"
          rows={series.valuations}
          rowKey={({ id }) => id}
          columns={columnsOf(series.valuations[0])}
        />
      )}
      <ValuationDialog target={adding} onClose={() => setAdding(undefined)} onSaved={onSaved} />
    </Panel>
  )
}
