import { useStore } from '@nanostores/react'
import { lazy, Suspense, useId, useState } from 'react'
import type { ValueHistory as History } from '#contract/portfolio'
import { $valueHistory, refreshValueHistory } from '#core/query/portfolio'
import { useMedia } from '#site/ui/use-media.ts'
import { ChartPlace } from '#ui/Chart'
import { Skeleton } from '#ui/Skeleton'
import { ChartPanel } from './ChartPanel.tsx'
import { describeHistory, monthEnds, readingsOf } from './value-history.ts'

/** Height of the drawing in pixels: as tall as the activity list beside it, lower when it is below. */
const TALL = 410
const LOW = 250
/** Height of the legend above it, in pixels. */
const LEGEND = 28
/** Values that a line needs. */
const LINE = 2

// Not loaded before there is something to draw.
const ValueChart = lazy(async () => ({ default: (await import('./ValueChart.tsx')).ValueChart }))
const HistoryTable = lazy(async () => ({ default: (await import('./HistoryTable.tsx')).HistoryTable }))

/** The value of the portfolio over time, as recorded at each change of its figures. */
export function ValueHistory({ className = '' }: { className?: string }) {
  const height = useMedia('(min-width: 64rem)') ? TALL : LOW
  return (
    <ChartPanel
      title="Portfolio value over time"
      note="Value as recorded each time your figures changed, not a market price. Net contributions are deposits less withdrawals."
      className={className}
      view={useStore($valueHistory)}
      onRetry={refreshValueHistory}
      failure="The history could not be loaded"
      isDrawn={({ points }) => points.length >= LINE}
      empty={{
        title: 'Not enough history to draw yet',
        text: 'A point is recorded each time your figures change. A line needs two of them.',
      }}
      place={<HistoryPlace height={height} />}
    >
      {(history) => <ChartOrTable history={history} height={height} />}
    </ChartPanel>
  )
}

/** The table replaces the drawing, so that the layout does not grow with the number of months. */
function ChartOrTable({ history, height }: { history: History; height: number }) {
  const [isTable, setTable] = useState(false)
  const place = useId()
  const readings = readingsOf(history)
  return (
    <>
      <div id={place} className="min-w-0 flex-1">
        {isTable ? (
          <Suspense fallback={<ChartPlace height={height + LEGEND + 16} />}>
            <HistoryTable readings={monthEnds(readings).toReversed()} height={height + LEGEND + 16} />
          </Suspense>
        ) : (
          <div className="px-2 pt-4">
            <Suspense fallback={<ChartPlace height={height + LEGEND} />}>
              <ValueChart readings={readings} height={height} label={describeHistory(readings)} />
            </Suspense>
          </div>
        )}
      </div>
      <button
        type="button"
        className="cursor-pointer border-line border-t px-[22px] py-3 text-left text-[0.875rem] text-accent-text underline decoration-1 underline-offset-4 max-sm:px-4"
        aria-controls={place}
        onClick={() => setTable(!isTable)}
      >
        {isTable ? 'Show the chart' : 'Show the figures, month by month'}
      </button>
    </>
  )
}

function HistoryPlace({ height }: { height: number }) {
  return (
    <>
      <div className="px-2 pt-4">
        <ChartPlace height={height + LEGEND} />
      </div>
      <div className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
        <Skeleton className="h-[1.6em] w-56" />
      </div>
    </>
  )
}
