import { lazy, Suspense, useId, useState } from 'react'
import type { ValueHistory } from '#contract/portfolio/portfolio'
import type { Period } from '#shared/enums/portfolios'
import { PeriodSelect } from '#site/investor/kit/figures/PeriodSelect.tsx'
import { ValueChart } from './ValueChart.tsx'
import { describeHistory, filterHistoryByPeriod, listMonthEnds, toHistoryPoints } from './value-history.ts'

interface ChartOrTableProps {
  history: ValueHistory
  /** Height of the drawing in pixels. */
  height: number
  /** Height in pixels of the legend and the period selector above it. */
  legend: number
}

const HistoryTable = lazy(async () => ({ default: (await import('./HistoryTable.tsx')).HistoryTable }))

/** The table replaces the drawing, so that the layout does not grow with the number of months. */
export function ChartOrTable({ history, height, legend }: ChartOrTableProps) {
  const [isTable, setTable] = useState(false)
  const [period, setPeriod] = useState<Period>('All')
  const place = useId()
  const all = toHistoryPoints(history)
  const readings = filterHistoryByPeriod(all, period, Date.now())
  const whole = height + legend + 16
  return (
    <>
      <div id={place} className="min-w-0 flex-1">
        {isTable ? (
          <Suspense fallback={<svg width="1" height={whole} className="block" aria-hidden="true" />}>
            <HistoryTable readings={listMonthEnds(all).toReversed()} height={whole} />
          </Suspense>
        ) : (
          <div className="chart-frame">
            <ValueChart readings={readings} height={height} label={describeHistory(readings)} />
            <div className="chart-periods">
              <PeriodSelect label="Chart period" value={period} onChoose={setPeriod} />
            </div>
          </div>
        )}
      </div>
      <button type="button" className="more-button" aria-controls={place} onClick={() => setTable(!isTable)}>
        {isTable ? 'Show chart' : 'Show monthly figures'}
      </button>
    </>
  )
}
