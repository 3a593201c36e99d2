import { formatCompactMoney, formatMoney } from '#core/format/format'
import { buildStepPath } from '#site/investor/kit/chart/scales.ts'
import { type PlotArea, TimeChart } from '#site/investor/kit/chart/TimeChart.tsx'
import type { ValueHistoryPoint } from './value-history.ts'

interface ValueChartProps {
  /** Two or more, oldest first. */
  readings: readonly ValueHistoryPoint[]
  /** In pixels; reserved from the start. */
  height: number
  label: string
}

/** A portfolio's value and net contributions over time. */
export function ValueChart({ readings, height, label }: ValueChartProps) {
  return (
    <TimeChart
      label={label}
      legend={
        <ul className="chart-legend">
          <LegendEntry line="border-t-2 border-primary">Value</LegendEntry>
          <LegendEntry line="border-t-2 border-dashed border-info">Net contributions</LegendEntry>
        </ul>
      }
      readings={readings}
      amountsOf={({ value, contributed }) => [Number(contributed), Number(value ?? contributed)]}
      height={height}
      sides={{ left: 58, right: 14 }}
      printAmount={formatCompactMoney}
      draw={(plot) => <Lines readings={readings} plot={plot} />}
      marks={({ value, contributed }) => ({ 'stroke-info': contributed, 'stroke-primary': value })}
    >
      {({ value, contributed }) => (
        <dl className="num mt-1 grid grid-cols-[auto_auto] gap-x-4">
          {value !== undefined && (
            <>
              <dt className="text-ink-2">Value</dt>
              <dd className="text-right">{formatMoney(value)}</dd>
            </>
          )}
          <dt className="text-ink-2">Net contributions</dt>
          <dd className="text-right">{formatMoney(contributed)}</dd>
        </dl>
      )}
    </TimeChart>
  )
}

function LegendEntry({ line, children }: { line: string; children: string }) {
  return (
    <li className="flex h-6 items-center gap-2">
      <i className={`w-4 ${line}`} />
      {children}
    </li>
  )
}

function Lines({
  readings,
  plot: { right, floor, toX, toY },
}: {
  readings: readonly ValueHistoryPoint[]
  plot: PlotArea
}) {
  const pointsOf = (amountOf: (reading: ValueHistoryPoint) => string | undefined) =>
    readings.flatMap((reading) => {
      const amount = amountOf(reading)
      return amount === undefined ? [] : [{ x: toX(Date.parse(reading.time)), y: toY(Number(amount)) }]
    })
  const values = pointsOf(({ value }) => value)
  const line = buildStepPath(values, right)
  const contributions = pointsOf(({ contributed }) => contributed)
  return (
    <>
      {values[0] && (
        <path
          d={`${line}V${floor}H${values[0].x}Z`}
          className="fill-primary"
          fillOpacity={0.12}
          data-part="value-area"
        />
      )}
      <path
        d={buildStepPath(contributions, right)}
        className="fill-none stroke-info"
        strokeWidth={1.5}
        strokeDasharray="4 4"
        data-line="contributions"
      />
      <path d={line} className="fill-none stroke-primary" strokeWidth={2} data-line="value" />
    </>
  )
}
