import { useStore } from '@nanostores/react'
import { $allocation, refreshAllocation } from '#core/query/portfolio'
import { ChartPlace } from '#ui/ChartPlace'
import { NearScreen } from '#ui/NearScreen'
import { ChartPanel } from './ChartPanel.tsx'

/** Side of the ring in pixels. */
const SIZE = 200

const shares = { read: async () => (await import('./Shares.tsx')).Shares }

const place = (
  <div className="px-[22px] py-5 max-sm:px-4">
    <ChartPlace height={SIZE} />
  </div>
)

/** The units held, by value; or the approved requests, counted, of an investor without units. Divided by category. */
export function Allocation() {
  return (
    <ChartPanel
      title="Allocation by category"
      note="Your units by value, or approved requests before."
      view={useStore($allocation)}
      onRetry={refreshAllocation}
      failure="The allocation could not be loaded"
      isDrawn={({ length }) => length > 0}
      empty={{
        title: 'No holdings yet',
        text: 'Your units by category.',
      }}
      place={place}
    >
      {(holdings) => <NearScreen part={shares} place={place} props={{ holdings, side: SIZE }} />}
    </ChartPanel>
  )
}
