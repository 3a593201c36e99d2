import { useId, useState } from 'react'
import type { ValueHistory } from '#contract/portfolio'
import { HistoryTable } from './HistoryTable.tsx'
import { ValueChart } from './ValueChart.tsx'
import { describeHistory, monthEnds, readingsOf } from './value-history.ts'

interface ChartOrTableProps {
  history: ValueHistory
  /** Of the drawing, in pixels. */
  height: number
  /** Height of the legend above it, in pixels. */
  legend: number
}

/** The table replaces the drawing, so that the layout does not grow with the number of months. */
export function ChartOrTable({ history, height, legend }: ChartOrTableProps) {
  const [isTable, setTable] = useState(false)
  const place = useId()
  const readings = readingsOf(history)
  return (
    <>
      <div id={place} className="min-w-0 flex-1">
        {isTable ? (
          <HistoryTable readings={monthEnds(readings).toReversed()} height={height + legend + 16} />
        ) : (
          <div className="px-2 pt-4">
            <ValueChart readings={readings} height={height} label={describeHistory(readings)} />
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
