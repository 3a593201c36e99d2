import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { formatPrice } from '#core/format/format'
import { cryptoPrices } from '#core/market/crypto-prices'
import { $livePrices, type LivePrice } from '#core/market/live-prices'
import { marketPrices } from '#core/market/market'
import { urlOfSymbol } from '#core/market/price-chart'
import { $seriesDrivers } from '#core/market/series-drivers'
import { isDelayed, isReal } from '#core/query/sourced'
import { Panel } from '#ui/Panel'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { Skeleton } from '#ui/Skeleton'
import { Attribution } from './Attribution.tsx'
import { Change } from './Change.tsx'
import { FigureBadges } from './FigureBadges.tsx'
import { MetalsToday } from './MetalsToday.tsx'
import { PricesFailure } from './PricesFailure.tsx'
import { OwnBadge } from './SeriesMark.tsx'
import { NoSparkline, Sparkline, SparklinePlace } from './Sparkline.tsx'
import { sampleGround, sampleTone } from './table-cells.ts'

/** Six prices side by side, fetched every 30 seconds, and the course of each metal. */
export function LivePrices() {
  const { prices, view } = useStore($livePrices)
  const [metals, coins] = [useStore(marketPrices.$view), useStore(cryptoPrices.$view)]
  const drivers = useStore($seriesDrivers)
  const isCurrent = !isDelayed(metals) && !isDelayed(coins)
  const allSamples = prices.every(({ sample }) => sample)
  return (
    <div className="grid grid-cols-1 gap-5 print:mt-4">
      <PricesFailure />
      <Panel
        title="Live Market Prices"
        note={allSamples && 'No price has arrived. Below are fixed samples, which are not prices of today.'}
        aside={
          <div className="flex flex-wrap items-center gap-2">
            {allSamples ? <ProvenanceBadge provenance="sample" /> : view && <FigureBadges view={view} />}
          </div>
        }
      >
        <dl
          className={`grid grid-cols-1 overflow-hidden min-[22rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-6 ${allSamples ? sampleGround : ''}`}
        >
          {prices.map((price) => (
            <Price
              key={price.symbol}
              price={price}
              real={view !== undefined && isReal(view) && !price.sample}
              marked={price.sample && !allSamples}
              bare={allSamples}
              isOwn={drivers?.byMetal.has(price.symbol) === true}
            />
          ))}
        </dl>
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-t px-[22px] py-3 text-[0.8125rem] text-ink-3 max-sm:px-4">
          <p>
            {isCurrent
              ? 'Prices update every 30 seconds'
              : 'These prices are not current. This page tries again every 30 seconds.'}
            {!allSamples && ' · Changes over 24 hours, lines over seven days'}
          </p>
          <Attribution view={view} />
        </div>
      </Panel>
      <MetalsToday />
    </div>
  )
}

interface PriceProps {
  price: LivePrice
  real: boolean
  /** Where the others of the strip are not samples. */
  marked: boolean
  /** Where all of the strip are samples: there is no change and no course to leave room for. */
  bare: boolean
  /** Whether a series of the investor depends on it. */
  isOwn: boolean
}

function Price({
  price: { name, symbol, id, price, change, sample },
  real,
  marked,
  bare,
  isOwn,
}: PriceProps) {
  // The link covers the tile, so that a press anywhere opens the chart.
  const search = urlOfSymbol(symbol)
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
        className={`mt-3 tabular-nums lining-nums wrap-anywhere ${bare ? 'num text-[1rem]' : 'font-serif text-[1.375rem] leading-tight tracking-[-0.02em]'} ${sample ? sampleTone : ''}`}
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
                <Change percent={change} real={real} />
                <span className="visually-hidden"> in 24 hours</span>
              </span>
            )}
            {marked && <ProvenanceBadge provenance="sample" />}
            {isOwn && <OwnBadge />}
          </dd>
          <dd className="mt-2">
            {price === undefined ? (
              <SparklinePlace />
            ) : sample || id === undefined ? (
              <NoSparkline />
            ) : (
              <Sparkline id={id} name={name} real={real} />
            )}
          </dd>
        </>
      )}
    </div>
  )
}
