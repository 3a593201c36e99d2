import { formatPercent } from '#core/format/format'
import { getReturnBarWidth, getSignTone } from '#site/investor/kit/amount-tone.ts'
import { FigureDetailsButton } from '#site/investor/kit/figures/FigureDetailsButton.tsx'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'

/** The total return, as a figure and a bar. */
export function TotalReturn({ performance }: { performance: number | undefined }) {
  return (
    <Panel title="Portfolio Performance">
      <div className="px-[22px] py-5 max-sm:px-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {performance === undefined ? (
            <>
              <p className="text-ink-2" role="status">
                Loading your dashboard...
              </p>
              <Skeleton className="h-[1.6em] w-20" />
            </>
          ) : (
            <>
              <p className="text-ink-2">Total return</p>
              <p className={`num font-medium ${getSignTone(performance)}`}>
                <FigureDetailsButton figure="performance">{formatPercent(performance)}</FigureDetailsButton>
              </p>
            </>
          )}
        </div>
        <Bar percent={getReturnBarWidth(performance ?? 0)} />
      </div>
    </Panel>
  )
}

/** Hidden from screen readers because the figure is above it. */
function Bar({ percent }: { percent: number }) {
  return (
    <div className="mt-3 h-2 overflow-hidden bg-sunken" data-part="return-bar" aria-hidden="true">
      <div className="h-full bg-primary" style={{ width: `${percent}%` }} />
    </div>
  )
}
