import { useStore } from '@nanostores/react'
import type { ValueHistory as History } from '#contract/portfolio/portfolio'
import { $valueHistory, refreshValueHistory } from '#core/query/portfolio/portfolio'
import { useMediaQuery } from '#site/ui/use-media-query.ts'
import { ChartPlaceholder } from '#ui/ChartPlaceholder'
import { LazyRender } from '#ui/LazyRender'
import { Skeleton } from '#ui/Skeleton'
import { ChartOrTable } from './ChartOrTable.tsx'
import { ChartPanel } from './ChartPanel.tsx'

/** Height of the drawing in pixels: as tall as the activity list beside it, lower when below it. */
const TALL = 410
const LOW = 250
/** Height in pixels of the legend and the period selector above it: one row, or two on a phone. */
const LEGEND = 40
const HIGH_LEGEND = 64
/** Values on two different days; those of one day would be a dot at the edge of the earlier contributions. */
const hasLine = ({ points }: History): boolean =>
  (points.at(-1)?.time.slice(0, 10) ?? '') > (points[0]?.time ?? '')

const chart = { read: async () => ChartOrTable }

/** The portfolio value over time, with a point for each record that changed it. */
export function ValueHistory({ className = '' }: { className?: string }) {
  const height = useMediaQuery('(min-width: 64rem)') ? TALL : LOW
  const legend = useMediaQuery('(min-width: 40rem)') ? LEGEND : HIGH_LEGEND
  const place = <HistoryPlace height={height + legend} />
  return (
    <ChartPanel
      title="Portfolio value over time"
      note="Portfolio value at each record, and net contributions (deposits less withdrawals)."
      className={className}
      view={useStore($valueHistory)}
      onRetry={refreshValueHistory}
      failure="Value history could not be loaded"
      isDrawn={hasLine}
      empty={{
        title: 'Not enough history yet',
        text: 'The chart appears once values for two dates are recorded.',
      }}
      placeholder={place}
    >
      {(history) => <LazyRender part={chart} placeholder={place} props={{ history, height, legend }} />}
    </ChartPanel>
  )
}

function HistoryPlace({ height }: { height: number }) {
  return (
    <>
      <div className="px-2 pt-4">
        <ChartPlaceholder height={height} />
      </div>
      <div className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
        <Skeleton className="h-[1.6em] w-56" />
      </div>
    </>
  )
}
