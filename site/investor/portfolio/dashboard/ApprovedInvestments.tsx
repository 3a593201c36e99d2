import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Holding } from '#contract/portfolio/portfolio'
import { formatCountOf } from '#core/format/format'
import { $tokens } from '#core/query/catalog/tokens'
import { $allocation, refreshAllocation } from '#core/query/portfolio/portfolio'
import { getData } from '#core/query/remote'
import { ShowAllButton } from '#site/investor/kit/ShowAllButton.tsx'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { TokenIcon } from '#ui/TokenIcon'
import { fallbackTokenIcon } from './unknown-token.ts'

interface ApprovedInvestmentsProps {
  active: number
  /** Symbols of held series; their requests are collapsed because their units are in the holdings. */
  held: readonly string[]
}

/** The approved requests, by token; empty if there are none. */
export function ApprovedInvestments({ active, held }: ApprovedInvestmentsProps) {
  const [isWhole, setWhole] = useState(false)
  const view = useStore($allocation)
  const series = getData(view)
  const holdings = series?.filter(({ investments }) => investments > 0)
  // A series that is also held is counted once, but each of its requests may have been approved.
  const listed =
    series &&
    Math.max(
      series.length,
      series.reduce((sum, { investments }) => sum + investments, 0),
    )
  const shown = isWhole ? holdings : holdings?.filter(({ symbol }) => !held.includes(symbol))
  const isMore = listed !== undefined && active > listed
  if (!holdings?.length && !isMore && view.status !== 'failed' && series) return null
  return (
    <Panel
      title="Approved requests"
      note="Investment requests approved by the investment team. Allotted units appear under Holdings."
    >
      {view.status === 'failed' && !holdings && (
        <div className="px-[22px] py-4 max-sm:px-4">
          <RemoteError
            view={view}
            failure="Approved requests could not be loaded"
            onRetry={refreshAllocation}
          />
        </div>
      )}
      {shown && shown.length > 0 && (
        <ul>
          {shown.map((holding) => (
            // A deleted token may have had the symbol of one added later.
            <Row key={`${holding.symbol} ${holding.category}`} holding={holding} />
          ))}
        </ul>
      )}
      {holdings && shown && shown.length < holdings.length && (
        <ShowAllButton
          part={`${shown.length} of ${holdings.length} approved requests`}
          onShow={() => setWhole(true)}
        >
          {describeAll(holdings.length)}
        </ShowAllButton>
      )}
      {!holdings && view.status === 'loading' && <RowPlace />}
      {isMore && (
        <p className="border-line border-t px-[22px] py-4 text-[0.875rem] text-ink-2 first:border-t-0 max-sm:px-4">
          Your portfolio includes {formatCountOf(active, 'active investment')}; {listed} of them{' '}
          {listed === 1 ? 'is' : 'are'} linked to a token.
        </p>
      )}
    </Panel>
  )
}

const describeAll = (number: number) =>
  number === 1 ? 'Show the approved request' : `Show all ${number} approved requests`

const row =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t px-[22px] py-3 first:border-t-0 max-sm:px-4'

function Row({ holding: { symbol, name, category, investments, approved_at } }: { holding: Holding }) {
  const token = getData(useStore($tokens))?.data.find((each) => each.symbol === symbol)
  return (
    <li className={row}>
      <TokenIcon token={token ?? fallbackTokenIcon} />
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-3">
          <span className="num font-medium wrap-anywhere">{symbol}</span>
          {name !== symbol && <span className="text-ink-2 wrap-anywhere">{name}</span>}
        </p>
        <p className="text-[0.875rem] text-ink-3">
          {category || 'No longer listed'}
          {approved_at && (
            <>
              {' '}
              · approved <DayDate instant={approved_at} />
            </>
          )}
        </p>
      </div>
      <div className="grid justify-items-end gap-1">
        <Badge tone="gain">Approved</Badge>
        {investments > 1 && (
          <p className="text-[0.8125rem] text-ink-3">{formatCountOf(investments, 'investment')}</p>
        )}
      </div>
    </li>
  )
}

function RowPlace() {
  return (
    <div className={row} role="status" aria-label="Loading approved requests">
      <Skeleton className="size-10" />
      <div>
        <Skeleton className="my-1 h-4 w-36" />
        <Skeleton className="mt-2 h-3.5 w-48 max-w-full" />
      </div>
      <Skeleton className="h-6 w-20" />
    </div>
  )
}
