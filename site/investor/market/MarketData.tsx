import { useStore } from '@nanostores/react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { CryptoPrice } from '#contract/market/market'
import { formatTime } from '#core/format/time-with-zone'
import { $coinChoice, cryptoPrices, filterAndSortCoins } from '#core/market/crypto-prices'
import { $seriesDrivers } from '#core/market/series-price-drivers'
import { marketPrices } from '#core/market/ticker-prices'
import { type DataWithProvenance, isSample } from '#core/query/data-provenance'
import { getData, type Remote } from '#core/query/remote'
import { ShowAllButton } from '#site/investor/kit/ShowAllButton.tsx'
import { useLatched } from '#site/ui/use-ever.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import { Attribution } from './Attribution.tsx'
import { CoinTable } from './CoinTable.tsx'
import { CoinToolbar } from './CoinToolbar.tsx'
import { MetalTable } from './MetalTable.tsx'
import { PricesError } from './PricesError.tsx'
import { ProvenanceBadges } from './ProvenanceBadges.tsx'

/** The metals and, for reference, the largest cryptocurrencies with search and sorting. */
export function MarketData() {
  const view = useStore(cryptoPrices.$view)
  const metals = useStore(marketPrices.$view)
  const isKnown = useLatched(useStore($seriesDrivers) !== undefined && metals.status !== 'loading')
  return (
    <div className="grid grid-cols-1 gap-5 print:mt-4">
      <PricesError />
      <MetalTable />
      {/* Rendered once the metals above have their height, which the investor's series add to. */}
      {isKnown && <Cryptocurrencies />}
      <Attribution view={view} />
    </div>
  )
}

function Cryptocurrencies() {
  const view = useStore(cryptoPrices.$view)
  return (
    <Panel
      title="Cryptocurrencies"
      aside={<Updated view={view} />}
      note="For reference only, in US dollars. No series is linked to cryptocurrency prices."
    >
      <CoinToolbar />
      <Coins />
    </Panel>
  )
}

function Updated({ view }: { view: Remote<DataWithProvenance<readonly CryptoPrice[]>> }) {
  const asOf = getData(view)?.asOf
  // Samples were never updated; their badge identifies them.
  if (isSample(view)) return <ProvenanceBadges view={view} />
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-[0.8125rem] text-ink-3">
        Last updated{' '}
        {asOf ? (
          <time className="num" dateTime={asOf}>
            {formatTime(asOf)}
          </time>
        ) : view.status === 'loading' ? (
          <Skeleton className="ml-1 inline-block! h-3 w-16 align-middle" />
        ) : (
          'never'
        )}
      </p>
      <ProvenanceBadges view={view} />
    </div>
  )
}

/** Number of coins listed until all are requested or one is searched for. */
const SHOWN = 10

function Coins() {
  const view = useStore(cryptoPrices.$view)
  // The pressed control is rendered first, then the list that it changes.
  const choice = useDeferredValue(useStore($coinChoice))
  const all = getData(view)?.data
  const coins = useMemo(() => all && filterAndSortCoins(all, choice), [all, choice])
  const search = choice.search.trim()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || search !== '' ? coins : coins?.slice(0, SHOWN)
  // The button that shows all is removed by the action.
  const frame = useRestoredFocus<HTMLDivElement>()
  return (
    <div ref={frame} tabIndex={-1} className="grid grid-cols-1 outline-none">
      <p className="visually-hidden" role="status">
        {coins && search !== '' && `${coins.length} found`}
      </p>
      {coins?.length === 0 ? (
        <EmptyState title="No cryptocurrencies found">
          {search !== '' && <p>Neither a name nor a symbol contains '{search}'.</p>}
        </EmptyState>
      ) : (
        <CoinTable coins={shown} choice={choice} source={getData(view)?.source} />
      )}
      {coins && shown && shown.length < coins.length && (
        <ShowAllButton
          part={`${shown.length} of ${coins.length} cryptocurrencies`}
          onShow={() => setWhole(true)}
        >
          {`Show all ${coins.length} cryptocurrencies`}
        </ShowAllButton>
      )}
    </div>
  )
}
