import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { formatMoney, formatPrice } from '#core/format/format'
import { type LivePrice, listMetalPrices } from '#core/market/live-prices'
import { type ChartAsset, findAsset, getChartStore, getChartUrl } from '#core/market/price-chart'
import { $seriesDrivers, type Series, sumSeriesValues } from '#core/market/series-price-drivers'
import { drawSparkline } from '#core/market/sparklines'
import { marketPrices } from '#core/market/ticker-prices'
import { isFromLiveSource, isSample } from '#core/query/data-provenance'
import { getData } from '#core/query/remote'
import { Panel } from '#ui/Panel'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { Skeleton } from '#ui/Skeleton'
import { HeldSeriesBadge, PriceDriverNotes } from './HeldSeriesBadge.tsx'
import { MetalsWithoutPrices } from './MetalsWithoutPrices.tsx'
import { PercentChange } from './PercentChange.tsx'
import { ProvenanceBadges } from './ProvenanceBadges.tsx'
import { sampleTextClass } from './table-cell-classes.ts'

/** Each metal's 24-hour price, those that the investor's series depend on first. */
export function MetalPriceCards() {
  const view = useStore(marketPrices.$view)
  const drivers = useStore($seriesDrivers)
  const prices = listMetalPrices(view)
  const cards = prices.flatMap((price) => {
    const asset = findAsset(price.symbol)
    return asset ? [{ asset, price, series: drivers?.byMetal.get(price.symbol) }] : []
  })
  if (isSample(view)) return <MetalsWithoutPrices drivers={drivers} />
  const ordered = cards.toSorted((a, b) => Number(b.series !== undefined) - Number(a.series !== undefined))
  return (
    <Panel
      title="Metals over 24 hours"
      note="US dollars per troy ounce. Metal prices are not token values."
      aside={
        <div className="flex min-h-6 flex-wrap items-center gap-2">
          <ProvenanceBadges view={view} />
        </div>
      }
    >
      <ul className="grid grid-cols-1 overflow-hidden sm:grid-cols-2" aria-label="Metals over 24 hours">
        {ordered.map(({ asset, price, series }, at) => (
          <Metal
            // A placeholder belongs to no metal; otherwise it would move to that metal's position.
            key={drivers ? asset.symbol : at}
            asset={asset}
            price={price}
            series={series}
            isLive={isFromLiveSource(view) && !price.isSample}
            marked={price.isSample && !isSample(view)}
            // The cards keep their order once shown.
            loading={drivers === undefined}
          />
        ))}
      </ul>
      <PriceDriverNotes drivers={drivers} />
    </Panel>
  )
}

interface MetalProps {
  asset: ChartAsset
  price: LivePrice
  /** The investor's series that depend on it. */
  series: readonly Series[] | undefined
  isLive: boolean
  /** Its price is a sample while the others are not. */
  marked: boolean
  loading: boolean
}

function Metal({
  asset,
  price: { name, symbol, price, change, isSample },
  series,
  isLive,
  marked,
  loading,
}: MetalProps) {
  if (loading)
    return (
      <li className="-mt-px -ml-px border-line border-t border-l px-[22px] py-5 max-sm:px-4">
        <Skeleton className="h-[13.25rem]" />
      </li>
    )
  const held = series ? sumSeriesValues(series) : 0
  return (
    // The link covers the card, so that a press anywhere opens the chart.
    <li
      className="group relative -mt-px -ml-px flex min-w-0 flex-col gap-3 border-line border-t border-l px-[22px] py-5 hover:bg-sunken max-sm:px-4"
      data-metal={symbol}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <Link
            to={{ search: getChartUrl({ asset, range: '24h' }) }}
            className="font-medium no-underline after:absolute after:inset-0 group-hover:underline"
          >
            {name} <span className="visually-hidden">chart over 24 hours</span>
          </Link>
          <span className="num text-[0.75rem] text-ink-3">{symbol}</span>
        </span>
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className={`num text-[1.0625rem] ${isSample ? sampleTextClass : ''}`}>
            {price === undefined ? <Skeleton className="inline-block h-4 w-20" /> : formatPrice(price)}
          </span>
          {price !== undefined && (
            <PercentChange percent={change} isLive={isLive} className="text-[0.875rem]" />
          )}
          {marked && <ProvenanceBadge provenance="sample" />}
        </span>
      </div>
      <Course asset={asset} />
      <div className="flex min-h-6 flex-wrap items-baseline gap-x-3 gap-y-1 text-[0.8125rem]">
        {series ? (
          <>
            <HeldSeriesBadge series={series} />
            {held > 0 && <span className="text-ink-2">{formatMoney(held.toFixed(2))} of your holdings</span>}
          </>
        ) : (
          <span className="text-ink-3">Not linked to any of your series</span>
        )}
      </div>
    </li>
  )
}

const [WIDTH, HEIGHT] = [400, 80]

/** The prices over 24 hours as a line, with low and high. Samples are not drawn. */
function Course({ asset }: { asset: ChartAsset }) {
  const view = useStore(getChartStore(asset, '24h').$view)
  const chart = isSample(view) ? undefined : getData(view)?.data
  const prices = chart?.points.map(({ price }) => price) ?? []
  const points = drawSparkline(prices, { width: WIDTH, height: HEIGHT, count: 145 })
  if (view.status === 'loading') return <Skeleton className="h-[7.25rem]" />
  if (!chart || !points) return <p className="text-[0.875rem] text-ink-3">No chart data available</p>
  const [low, high] = [Math.min(...prices, chart.low ?? Infinity), Math.max(...prices, chart.high ?? 0)]
  const real = isFromLiveSource(view)
  return (
    <div className="grid min-h-[7.25rem] content-between gap-2">
      <svg
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        className={`block h-[84px] w-full ${real ? 'text-primary' : 'text-ink-3'}`}
        aria-hidden="true"
      >
        <polyline
          points={points}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinejoin="round"
          strokeDasharray={real ? undefined : '2 2.5'}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <dl className="num flex flex-wrap justify-between gap-x-4 text-[0.8125rem] text-ink-3">
        {[['Low', low] as const, ['High', high] as const].map(([label, price]) => (
          <div key={label} className="flex gap-2">
            <dt>{label}</dt>
            <dd className="text-ink-2">{formatPrice(price)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
