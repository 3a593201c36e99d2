import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { holdingPath } from '#core/format/series-paths'
import { $holdings, refreshHoldings } from '#core/query/holdings'
import { dataOf } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

/** The way to the documents of the series that the investor holds; empty without any. */
export function OwnDocuments() {
  const view = useStore($holdings)
  const isUnderway = useStore(investorSession.$session)?.user.underway
  const holdings = dataOf(view)?.holdings ?? []
  // An investor who is underway holds some: what follows must not move when they come.
  if (view.status === 'loading' && isUnderway) return <Skeleton className="mt-5 h-[149px]" />
  if (view.status === 'failed' && holdings.length === 0)
    return (
      <div className="mt-5">
        <RemoteFailure view={view} failure="Your series could not be loaded" onRetry={refreshHoldings} />
      </div>
    )
  if (holdings.length === 0) return null
  return (
    <Panel
      title="Your series"
      note="Offering documents, resource statements and valuation reports, and the certificate of your units, are with each holding."
      className="mt-5"
    >
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(10rem,20%)),1fr))] overflow-hidden">
        {holdings.map(({ symbol, name }) => (
          <li
            key={symbol}
            className="relative -mt-px -ml-px min-w-0 border-line border-t border-l px-[22px] py-3 hover:bg-sunken max-sm:px-4"
          >
            <Link
              className="num font-medium no-underline wrap-anywhere after:absolute after:inset-0"
              to={`${holdingPath(symbol)}#documents`}
            >
              {symbol}
              <span className="visually-hidden"> documents</span>
            </Link>
            {name !== symbol && (
              <span className="block text-[0.8125rem] text-ink-3 wrap-anywhere">{name}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
