import { formatMoney } from '#core/format/format'
import { buildStepPath } from '#site/investor/kit/chart/scales.ts'
import { type PlotArea, TimeChart } from '#site/investor/kit/chart/TimeChart.tsx'
import type { DailyUnitValue } from './valuations-by-day.ts'

interface ValuationChartProps {
  /** Two or more, oldest first. */
  days: readonly DailyUnitValue[]
  /** In pixels. */
  height: number
  label: string
}

/** The preferred unit value, within the band from low to high. */
export function ValuationChart({ days, height, label }: ValuationChartProps) {
  return (
    <TimeChart
      label={label}
      className="px-2 pt-4"
      legend={
        <ul className="flex flex-wrap gap-x-5 gap-y-1 px-[14px] pb-2 text-[0.8125rem] text-ink-2">
          <li className="flex items-center gap-2">
            <i className="w-4 border-primary border-t-2" />
            Preferred
          </li>
          <li className="flex items-center gap-2">
            <i className="h-3 w-4 bg-primary/15 print:border print:border-primary" />
            Low–high range
          </li>
        </ul>
      }
      readings={days.map((values) => ({ ...values, time: values.day }))}
      amountsOf={({ low, high }) => [Number(low), Number(high)]}
      // The last value applies until now.
      until={Math.max(Date.parse(days.at(-1)?.day ?? ''), Date.now())}
      height={height}
      sides={{ left: 70, right: 16 }}
      printAmount={formatMoney}
      draw={(plot) => <Band days={days} plot={plot} />}
      marks={({ preferred }) => ({ 'stroke-primary': preferred })}
    >
      {({ low, preferred, high }) => (
        <>
          <p className="num font-medium">{formatMoney(preferred)}</p>
          <p className="num text-ink-3">
            {formatMoney(low)} to {formatMoney(high)}
          </p>
        </>
      )}
    </TimeChart>
  )
}

function Band({ days, plot: { right, toX, toY } }: { days: readonly DailyUnitValue[]; plot: PlotArea }) {
  const pointsOf = (name: 'low' | 'preferred' | 'high') =>
    days.map((day) => ({ x: toX(Date.parse(day.day)), y: toY(Number(day[name])) }))
  // Along the high values to the right, and back along the low ones.
  const back = pointsOf('low')
    .toReversed()
    .map(({ x, y }) => `V${y}H${x}`)
    .join('')
  return (
    <>
      <path
        d={`${buildStepPath(pointsOf('high'), right)}${back}Z`}
        className="fill-primary"
        fillOpacity={0.15}
        data-part="band"
      />
      <path
        d={buildStepPath(pointsOf('preferred'), right)}
        className="fill-none stroke-primary"
        strokeWidth={2}
        data-line="preferred"
      />
    </>
  )
}
