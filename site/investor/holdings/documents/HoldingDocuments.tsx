import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { getHoldingPath } from '#core/format/series-paths'
import { $holdings, refreshHoldings } from '#core/query/holdings/holdings'
import { getData } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { isNewAccount } from '#site/investor/kit/onboarding-status.ts'
import { useLatched } from '#site/ui/use-ever.ts'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

const cell = '-mt-px -ml-px min-w-0 border-line border-t border-l px-[22px] py-3 max-sm:px-4'
const PLACES = ['a', 'b', 'c']

/** Whether the number of series the investor holds is known. */
export const useOwnSeries = (): { isKnown: boolean } => ({
  isKnown: useLatched(useStore($holdings).status !== 'loading'),
})

/** Links to the documents of the series the investor holds; empty if none. */
export function HoldingDocuments() {
  const view = useStore($holdings)
  const { isKnown } = useOwnSeries()
  const user = useStore(investorSession.$session)?.user
  const holdings = getData(view)?.holdings ?? []
  if (view.status === 'failed' && holdings.length === 0)
    return (
      <div className="mt-5">
        <RemoteError view={view} failure="Your series could not be loaded" onRetry={refreshHoldings} />
      </div>
    )
  // A new account is assumed to hold none.
  if (holdings.length === 0 && (isKnown || (user && isNewAccount(user)))) return null
  return (
    <Panel
      title="Your series"
      note="Offering documents, resource statements, valuation reports and your certificate of holding are on each holding's page."
      className="mt-5"
    >
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(10rem,20%)),1fr))] overflow-hidden">
        {!isKnown &&
          PLACES.map((place) => (
            <li key={place} className={cell}>
              <Skeleton className="h-[1lh] w-20" />
              <Skeleton className="mt-1 h-4 w-32" />
            </li>
          ))}
        {holdings.map(({ symbol, name }) => (
          <li key={symbol} className={`relative ${cell} hover:bg-sunken`}>
            <Link
              className="num font-medium no-underline wrap-anywhere after:absolute after:inset-0"
              to={`${getHoldingPath(symbol)}#documents`}
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
