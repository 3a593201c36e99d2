import { useStore } from '@nanostores/react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { CryptoPrice } from '#contract/market'
import { formatClock } from '#core/format/clock'
import { $coinChoice, chooseCoins, cryptoPrices } from '#core/market/crypto-prices'
import { marketPrices } from '#core/market/market'
import { $seriesDrivers } from '#core/market/series-drivers'
import { dataOf, type Remote } from '#core/query/remote'
import { isSample, type Sourced } from '#core/query/sourced'
import { ShowAll } from '#site/investor/ShowAll.tsx'
import { useEver } from '#site/ui/use-ever.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import { Attribution } from './Attribution.tsx'
import { CoinTable } from './CoinTable.tsx'
import { CoinTools } from './CoinTools.tsx'
import { FigureBadges } from './FigureBadges.tsx'
import { MetalTable } from './MetalTable.tsx'
import { PricesFailure } from './PricesFailure.tsx'

/** The metals, and for reference the largest cryptocurrencies with search and order. */
export function MarketData() {
  const view = useStore(cryptoPrices.$view)
  const metals = useStore(marketPrices.$view)
  const isKnown = useEver(useStore($seriesDrivers) !== undefined && metals.status !== 'loading')
  return (
    <div className="grid grid-cols-1 gap-5 print:mt-4">
      <PricesFailure />
      <MetalTable />
      {/* Below the metals once these have their height, which the series of the investor add to. */}
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
      note="For reference, in US dollars: no series depends on them."
    >
      <CoinTools />
      <Coins />
    </Panel>
  )
}

function Updated({ view }: { view: Remote<Sourced<readonly CryptoPrice[]>> }) {
  const asOf = dataOf(view)?.asOf
  // Samples were never updated: their badge says what they are.
  if (isSample(view)) return <FigureBadges view={view} />
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

/** Coins that are listed until all are asked for, or one is searched for. */
const SHOWN = 10

function Coins() {
  const view = useStore(cryptoPrices.$view)
  // The control that was pressed is drawn first, then the list that it changes.
  const choice = useDeferredValue(useStore($coinChoice))
  const all = dataOf(view)?.data
  const coins = useMemo(() => all && chooseCoins(all, choice), [all, choice])
  const search = choice.search.trim()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || search !== '' ? coins : coins?.slice(0, SHOWN)
  // The button that shows all is removed by it.
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
        <CoinTable coins={shown} choice={choice} source={dataOf(view)?.source} />
      )}
      {coins && shown && shown.length < coins.length && (
        <ShowAll part={`${shown.length} of ${coins.length} cryptocurrencies`} onShow={() => setWhole(true)}>
          {`Show all ${coins.length} cryptocurrencies`}
        </ShowAll>
      )}
    </div>
  )
}
