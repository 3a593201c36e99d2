import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { formatPrice } from '#core/format/format'
import { cryptoPrices } from '#core/market/crypto-prices'
import { $livePrices, type LivePrice } from '#core/market/live-prices'
import { getSymbolChartUrl } from '#core/market/price-chart'
import { $seriesDrivers } from '#core/market/series-price-drivers'
import { marketPrices } from '#core/market/ticker-prices'
import { isDelayed, isFromLiveSource } from '#core/query/data-provenance'
import { Panel } from '#ui/Panel'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { Skeleton } from '#ui/Skeleton'
import { Attribution } from './Attribution.tsx'
import { HeldBadge } from './HeldSeriesBadge.tsx'
import { MetalPriceCards } from './MetalPriceCards.tsx'
import { PercentChange } from './PercentChange.tsx'
import { PricesError } from './PricesError.tsx'
import { ProvenanceBadges } from './ProvenanceBadges.tsx'
import { Sparkline, SparklineSkeleton, SparklineUnavailable } from './Sparkline.tsx'
import { sampleBackgroundClass, sampleTextClass } from './table-cell-classes.ts'

/** Six prices side by side, fetched every 30 seconds, and a sparkline for each metal. */
export function LivePrices() {
  const { prices, view } = useStore($livePrices)
  const [metals, coins] = [useStore(marketPrices.$view), useStore(cryptoPrices.$view)]
  const drivers = useStore($seriesDrivers)
  const isCurrent = !isDelayed(metals) && !isDelayed(coins)
  const allSamples = prices.every(({ isSample }) => isSample)
  return (
    <div className="grid grid-cols-1 gap-5 print:mt-4">
      <PricesError />
      <Panel
        title="Live Market Prices"
        note={allSamples && 'Prices are unavailable. The figures below are sample data, not current prices.'}
        aside={
          <div className="flex flex-wrap items-center gap-2">
            {allSamples ? <ProvenanceBadge provenance="sample" /> : view && <ProvenanceBadges view={view} />}
          </div>
        }
      >
        <dl
          className={`grid grid-cols-1 overflow-hidden min-[22rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-6 ${allSamples ? sampleBackgroundClass : ''}`}
        >
          {prices.map((price) => (
            <Price
              key={price.symbol}
              price={price}
              isLive={view !== undefined && isFromLiveSource(view) && !price.isSample}
              marked={price.isSample && !allSamples}
              bare={allSamples}
              isOwn={drivers?.byMetal.has(price.symbol) === true}
            />
          ))}
        </dl>
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-t px-[22px] py-3 text-[0.8125rem] text-ink-3 max-sm:px-4">
          <p>
            {isCurrent
              ? 'Prices update every 30 seconds'
              : 'These prices are not current. Retrying every 30 seconds.'}
            {!allSamples && ' · Change over 24 hours; sparklines over seven days'}
          </p>
          <Attribution view={view} />
        </div>
      </Panel>
      <MetalPriceCards />
    </div>
  )
}

interface PriceProps {
  price: LivePrice
  isLive: boolean
  /** True if the strip's other prices are not samples. */
  marked: boolean
  /** True if the whole strip shows samples: no space is needed for a change and a sparkline. */
  bare: boolean
  /** Whether one of the investor's series depends on it. */
  isOwn: boolean
}

function Price({
  price: { name, symbol, id, price, change, isSample },
  isLive,
  marked,
  bare,
  isOwn,
}: PriceProps) {
  // The link covers the tile, so that a press anywhere opens the chart.
  const search = getSymbolChartUrl(symbol)
  return (
    <div
      className="group relative -mt-px -ml-px flex min-w-0 flex-col border-line border-t border-l px-[22px] py-5 hover:bg-sunken max-sm:px-4"
      data-symbol={symbol}
    >
      <dt className="flex items-baseline justify-between gap-2 text-[0.9375rem]">
        {search ? (
          <Link
            to={{ search }}
            className="min-w-0 truncate no-underline after:absolute after:inset-0 group-hover:underline"
          >
            {name} <span className="visually-hidden">chart</span>
          </Link>
        ) : (
          <span className="min-w-0 truncate">{name}</span>
        )}
        <span className="num text-[0.75rem] text-ink-3">{symbol}</span>
      </dt>
      <dd
        className={`mt-3 tabular-nums lining-nums wrap-anywhere ${bare ? 'num text-[1rem]' : 'font-serif text-[1.375rem] leading-tight tracking-[-0.02em]'} ${isSample ? sampleTextClass : ''}`}
      >
        {price === undefined ? <Skeleton className="h-[1.25em] w-4/5" /> : formatPrice(price)}
      </dd>
      {!bare && (
        <>
          <dd className="mt-1 flex min-h-[1.6rem] flex-wrap items-center justify-between gap-x-2 gap-y-1 text-[0.875rem]">
            {price === undefined ? (
              <Skeleton className="h-3 w-14" />
            ) : (
              <span>
                <PercentChange percent={change} isLive={isLive} />
                <span className="visually-hidden"> in 24 hours</span>
              </span>
            )}
            {marked && <ProvenanceBadge provenance="sample" />}
            {isOwn && <HeldBadge />}
          </dd>
          <dd className="mt-2">
            {price === undefined ? (
              <SparklineSkeleton />
            ) : isSample || id === undefined ? (
              <SparklineUnavailable />
            ) : (
              <Sparkline id={id} name={name} isLive={isLive} />
            )}
          </dd>
        </>
      )}
    </div>
  )
}
