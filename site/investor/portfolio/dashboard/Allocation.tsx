import { useStore } from '@nanostores/react'
import { $allocation, refreshAllocation } from '#core/query/portfolio/portfolio'
import { ChartPlaceholder } from '#ui/ChartPlaceholder'
import { LazyRender } from '#ui/LazyRender'
import { ChartPanel } from './ChartPanel.tsx'

/** Side of the ring in pixels. */
const SIZE = 200

const shares = { read: async () => (await import('./AllocationShares.tsx')).AllocationShares }

const place = (
  <div className="px-[22px] py-5 max-sm:px-4">
    <ChartPlaceholder height={SIZE} />
  </div>
)

/** The units held, by value, or for an investor without units the approved requests, by number. Divided by category. */
export function Allocation() {
  return (
    <ChartPanel
      title="Allocation by category"
      note="By value of units; by approved requests until units are allotted."
      view={useStore($allocation)}
      onRetry={refreshAllocation}
      failure="Allocation could not be loaded"
      isDrawn={({ length }) => length > 0}
      empty={{
        title: 'No holdings',
        text: 'Your allocation by category appears here.',
      }}
      placeholder={place}
    >
      {(holdings) => <LazyRender part={shares} placeholder={place} props={{ holdings, side: SIZE }} />}
    </ChartPanel>
  )
}
