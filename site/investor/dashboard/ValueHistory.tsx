import { useStore } from '@nanostores/react'
import type { ValuePoint } from '#contract/portfolio'
import { formatCalendarDate, formatMoney } from '#core/format'
import { $valueHistory, refreshValueHistory } from '#core/portfolio'
import { ChartPlace } from '#ui/Chart'
import { Skeleton } from '#ui/Skeleton'
import { ChartPanel } from './ChartPanel.tsx'
import { useMedia } from './use-media.ts'
import { ValueChart } from './ValueChart.tsx'
import { describeHistory, monthEnds } from './value-history.ts'

/** Pixels of the drawing: beside the activity list as tall as that, below it lower. */
const TALL = 410
const LOW = 250
/** Points that make a line. */
const LINE = 2

/** What the portfolio was worth over time, from what was recorded whenever its figures changed. */
export function ValueHistory({ className = '' }: { className?: string }) {
  const height = useMedia('(min-width: 64rem)') ? TALL : LOW
  return (
    <ChartPanel
      title="Portfolio value over time"
      note="Recorded each time your figures changed; not a market price."
      className={className}
      view={useStore($valueHistory)}
      onRetry={refreshValueHistory}
      failure="The history could not be loaded"
      isDrawn={({ length }) => length >= LINE}
      empty={{
        title: 'Not enough history to draw yet',
        text: 'A point is recorded each time your figures change. A line needs two of them.',
      }}
      place={<HistoryPlace height={height} />}
    >
      {(points) => (
        <>
          <div className="min-w-0 flex-1 px-2 pt-4">
            <ValueChart points={points} height={height} label={describeHistory(points)} />
          </div>
          <Figures points={monthEnds(points)} />
        </>
      )}
    </ChartPanel>
  )
}

function HistoryPlace({ height }: { height: number }) {
  return (
    <>
      {/* With the line of the legend. */}
      <div className="px-2 pt-4">
        <ChartPlace height={height + 28} />
      </div>
      <div className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
        <Skeleton className="h-[1.6em] w-56" />
      </div>
    </>
  )
}

/** The same for those who do not see the drawing, or want to read it off. */
function Figures({ points }: { points: readonly ValuePoint[] }) {
  return (
    <details className="border-line border-t">
      <summary className="px-[22px] py-3 text-[0.875rem] text-ink-2 hover:text-ink max-sm:px-4">
        Show the figures, month by month
      </summary>
      <div className="relative overflow-x-auto px-[22px] pb-4 max-sm:px-4">
        <table className="w-full text-[0.875rem]">
          <caption className="visually-hidden">The last value recorded in each month</caption>
          <thead>
            <tr className="border-line-strong border-b text-left text-ink-3">
              <th scope="col" className="py-2 pr-4 font-normal">
                Last recorded
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-normal">
                Value
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Invested
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ time, total_value, total_invested }) => (
              <tr key={time} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {formatCalendarDate(time)}
                </th>
                <td className="num py-2 pr-4 text-right">{formatMoney(total_value)}</td>
                <td className="num py-2 text-right">{formatMoney(total_invested)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
