import type { ReactNode } from 'react'
import type { AdminSeries } from '#contract/catalog/admin-series'
import { formatCount, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { formatBacking } from '#shared/calculations/offering-terms'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { Icon } from '#ui/Icon'
import { alertIcon, checkIcon } from '#ui/icons/status'
import { getIssuanceObstacle } from './issuance-limits.ts'
import { addUnits } from './unit-arithmetic.ts'

/** Figures of a series with their basis, and whether units can be issued. */
export function SeriesFiguresPanel({ series: { series } }: { series: AdminSeries }) {
  const { unit_value, attestation, holders, backing_percent } = series
  return (
    <section aria-label="Figures" className="panel overflow-hidden">
      <dl className="grid grid-cols-1 gap-px bg-line min-[26rem]:grid-cols-2 lg:grid-cols-3">
        <Figure
          label="Units in issue"
          note={holders === null ? 'Fewer than ten holders' : `${formatCount(holders)} holders`}
        >
          {formatUnits(series.units_in_issue)}
        </Figure>
        <Figure
          label="Units in custody"
          note={
            attestation ? (
              <>
                Attested as of <AdminDate instant={attestation.as_of} />
              </>
            ) : (
              'Not attested'
            )
          }
        >
          {formatUnits(series.units_held)}
        </Figure>
        <Figure
          label="Backing"
          note={backing_percent === null ? 'No units in issue' : 'Units in custody ÷ units in issue'}
        >
          {formatBacking(backing_percent)}
        </Figure>
        <Figure
          label="Unit value"
          note={
            unit_value ? (
              <>
                Preferred value as of <AdminDate instant={unit_value.as_of} />
              </>
            ) : (
              'No valuation'
            )
          }
        >
          {unit_value ? formatMoney(unit_value.preferred) : '–'}
        </Figure>
        <Figure label="Value range" note="Low to high">
          {unit_value ? `${formatMoney(unit_value.low)} – ${formatMoney(unit_value.high)}` : '–'}
        </Figure>
        <Figure label="Next attestation due" note="No units can be issued after this date">
          {attestation ? <AdminDate instant={attestation.expires} /> : '–'}
        </Figure>
      </dl>
      <Issuing series={series} />
    </section>
  )
}

function Figure({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 bg-surface px-5 py-4 max-sm:px-3.5">
      <dt className="text-[0.875rem] text-ink-2">{label}</dt>
      <dd className="num text-[1.25rem] leading-tight tracking-tight wrap-anywhere">{children}</dd>
      <dd className="text-[0.8125rem] text-ink-3">{note}</dd>
    </div>
  )
}

/** Whether units can be issued, in a sentence. */
function Issuing({ series }: { series: AdminSeries['series'] }) {
  const problem = getIssuanceObstacle(series)
  const left = addUnits(series.units_held, `-${series.units_in_issue}`)
  return (
    <p
      role="status"
      className={`flex items-start gap-3 border-line border-t px-5 py-3.5 text-[0.9375rem] max-sm:px-3.5 ${problem ? 'text-warn' : 'text-gain'}`}
    >
      <Icon path={problem ? alertIcon : checkIcon} size={18} className="mt-[0.2em] flex-none" />
      <span className="min-w-0 text-ink wrap-anywhere">
        {problem ? (
          <>
            <strong className="font-medium">Issuance blocked:</strong> {problem}
          </>
        ) : (
          `Up to ${formatUnits(left)} more units can be issued.`
        )}
      </span>
    </p>
  )
}
