import { useStore } from '@nanostores/react'
import type { ValueHistory as History } from '#contract/portfolio'
import { $valueHistory, refreshValueHistory } from '#core/query/portfolio'
import { useMedia } from '#site/ui/use-media.ts'
import { ChartPlace } from '#ui/ChartPlace'
import { NearScreen } from '#ui/NearScreen'
import { Skeleton } from '#ui/Skeleton'
import { ChartOrTable } from './ChartOrTable.tsx'
import { ChartPanel } from './ChartPanel.tsx'

/** Height of the drawing in pixels: as tall as the activity list beside it, lower when it is below. */
const TALL = 410
const LOW = 250
/** Height of the legend and the periods above it, in pixels: one row, or two on a phone. */
const LEGEND = 40
const HIGH_LEGEND = 64
/** Values of two days: those of one are a dot at the edge of what was paid in before. */
const hasLine = ({ points }: History): boolean =>
  (points.at(-1)?.time.slice(0, 10) ?? '') > (points[0]?.time ?? '')

const chart = { read: async () => ChartOrTable }

/** The value of the portfolio over time: a point for each record that changed it. */
export function ValueHistory({ className = '' }: { className?: string }) {
  const height = useMedia('(min-width: 64rem)') ? TALL : LOW
  const legend = useMedia('(min-width: 40rem)') ? LEGEND : HIGH_LEGEND
  const place = <HistoryPlace height={height + legend} />
  return (
    <ChartPanel
      title="Portfolio value over time"
      note="After each record, and deposits less withdrawals."
      className={className}
      view={useStore($valueHistory)}
      onRetry={refreshValueHistory}
      failure="The history could not be loaded"
      isDrawn={hasLine}
      empty={{
        title: 'Not enough history to draw yet',
        text: 'A line needs the values of two days.',
      }}
      place={place}
    >
      {(history) => <NearScreen part={chart} place={place} props={{ history, height, legend }} />}
    </ChartPanel>
  )
}

function HistoryPlace({ height }: { height: number }) {
  return (
    <>
      <div className="px-2 pt-4">
        <ChartPlace height={height} />
      </div>
      <div className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
        <Skeleton className="h-[1.6em] w-56" />
      </div>
    </>
  )
}
