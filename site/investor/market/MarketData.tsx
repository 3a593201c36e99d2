import { useStore } from '@nanostores/react'
import type { CryptoPrice } from '#contract/market'
import { formatClock } from '#core/format/format'
import { $chosenCoins, $coinChoice, cryptoPrices } from '#core/market/crypto-prices'
import { dataOf, type Remote } from '#core/query/remote'
import type { Sourced } from '#core/query/sourced'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { Attribution } from './Attribution.tsx'
import { CoinCard, CoinPlace } from './CoinCard.tsx'
import { CoinTools } from './CoinTools.tsx'
import { describeLast, FigureBadges } from './FigureBadges.tsx'

/** Placeholders while the list is loading: enough to fill a screen. */
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

/** The largest cryptocurrencies, with search and order. */
export function MarketData() {
  const view = useStore(cryptoPrices.$view)
  return (
    <div className="grid grid-cols-1 gap-5">
      <RemoteFailure
        view={view}
        failure="Failed to fetch market data"
        last={describeLast(view)}
        label="Retry"
        onRetry={cryptoPrices.retry}
      />
      <Panel
        title="Market Data"
        aside={<Updated view={view} />}
        note="The largest cryptocurrencies, in US dollars."
      >
        <CoinTools />
        <Coins />
      </Panel>
      <Attribution view={view} />
    </div>
  )
}

function Updated({ view }: { view: Remote<Sourced<readonly CryptoPrice[]>> }) {
  const asOf = dataOf(view)?.asOf
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-[0.8125rem] text-ink-3">
        Last updated{' '}
        {asOf ? (
          <time className="num" dateTime={asOf}>
            {formatClock(asOf)}
          </time>
        ) : view.status === 'loading' ? (
          <Skeleton className="ml-1 inline-block! h-3 w-16 align-middle" />
        ) : (
          'never'
        )}
      </p>
      <FigureBadges view={view} />
    </div>
  )
}

function Coins() {
  const coins = useStore($chosenCoins)
  const { search } = useStore($coinChoice)
  const searched = search.trim() !== ''
  return (
    <>
      <p className="visually-hidden" role="status">
        {coins && searched && `${coins.length} found`}
      </p>
      {coins?.length === 0 ? (
        <EmptyState title="No cryptocurrencies found">
          {searched && <p>Neither a name nor a symbol contains '{search.trim()}'.</p>}
        </EmptyState>
      ) : (
        <ul
          className="grid grid-cols-1 overflow-hidden min-[30rem]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
          aria-busy={coins === undefined}
          aria-label="Cryptocurrencies"
        >
          {coins
            ? coins.map((coin) => <CoinCard key={coin.id} coin={coin} />)
            : PLACES.map((place) => <CoinPlace key={place} />)}
        </ul>
      )}
    </>
  )
}
