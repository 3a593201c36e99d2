import { useStore } from '@nanostores/react'
import type { ValuePoint } from '#contract/portfolio'
import { formatCalendarDate, formatMoney, formatShortMoney } from '#core/format'
import { $valueHistory, refreshValueHistory } from '#core/portfolio'
import { dataOf } from '#core/query-view'
import { Button } from '#ui/Button'
import { ChartPlace } from '#ui/Chart'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import { DeferredChart } from './DeferredChart.tsx'
import { useMedia } from './use-media.ts'
import { describeHistory, monthEnds } from './value-history.ts'

/** Pixels of the drawing: beside the activity list as tall as that, below it lower. */
const TALL = 440
const LOW = 280
/** Points that make a line. */
const LINE = 2

/** What the portfolio was worth over time, from what was recorded whenever its figures changed. */
export function ValueHistory({ className = '' }: { className?: string }) {
  const view = useStore($valueHistory)
  const points = dataOf(view)
  const height = useMedia('(min-width: 64rem)') ? TALL : LOW
  return (
    <Panel
      title="Portfolio value over time"
      note="Recorded each time your figures changed; not a market price."
      className={className}
    >
      {points && points.length >= LINE ? (
        <History points={points} height={height} />
      ) : (
        <div className={`grid flex-1 ${view.status === 'loading' ? 'content-start' : 'content-center'}`}>
          {view.status === 'loading' && <HistoryPlace height={height} />}
          {view.status === 'failed' && !points && (
            <EmptyState title="The history could not be loaded">
              <Button
                look="quiet"
                small
                className="mt-2"
                onClick={refreshValueHistory}
                busy={view.updating && 'Loading...'}
              >
                Try again
              </Button>
            </EmptyState>
          )}
          {points && (
            <EmptyState title="Not enough history to draw yet">
              <p>A point is recorded each time your figures change. A line needs two of them.</p>
            </EmptyState>
          )}
        </div>
      )}
    </Panel>
  )
}

function HistoryPlace({ height }: { height: number }) {
  return (
    <>
      <div className="px-2 pt-3">
        <ChartPlace height={height} />
      </div>
      <div className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
        <Skeleton className="h-[1.6em] w-56" />
      </div>
    </>
  )
}

function History({ points, height }: { points: readonly ValuePoint[]; height: number }) {
  const line = (figure: 'total_value' | 'total_invested'): [number, number][] =>
    points.map((point) => [Date.parse(point.time), Number(point[figure])])
  return (
    <>
      <div className="min-w-0 flex-1 px-2 pt-3">
        <DeferredChart
          kind="area"
          height={height}
          label={describeHistory(points)}
          series={[
            { name: 'Value', data: line('total_value') },
            { name: 'Invested', data: line('total_invested') },
          ]}
          options={{
            fill: { type: 'solid', opacity: [0.12, 0] },
            legend: {
              position: 'top',
              horizontalAlign: 'left',
              itemMargin: { horizontal: 10 },
              markers: { size: 5, strokeWidth: 0, offsetX: -3 },
            },
            stroke: { width: [2, 1.5], dashArray: [0, 4], curve: ['straight', 'stepline'] },
            tooltip: {
              x: { format: 'MMMM d, yyyy' },
              y: { formatter: (amount) => formatMoney(amount) },
            },
            xaxis: { type: 'datetime', labels: { datetimeFormatter: { year: 'yyyy', month: 'MMM' } } },
            yaxis: { labels: { formatter: formatShortMoney } },
          }}
        />
      </div>
      <Figures points={monthEnds(points)} />
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
      <div className="overflow-x-auto px-[22px] pb-4 max-sm:px-4">
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
