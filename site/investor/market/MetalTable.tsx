import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { formatPrice } from '#core/format/format'
import { type LivePrice, listMetalPrices } from '#core/market/live-prices'
import { getAsset, getChartStore, getSymbolChartUrl, summarizeChart } from '#core/market/price-chart'
import { $seriesDrivers, type Series } from '#core/market/series-price-drivers'
import { marketPrices } from '#core/market/ticker-prices'
import { isFromLiveSource, isSample } from '#core/query/data-provenance'
import { getData } from '#core/query/remote'
import { metals } from '#shared/metal-assets'
import { useMediaQuery } from '#site/ui/use-media-query.ts'
import { Panel } from '#ui/Panel'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { Skeleton } from '#ui/Skeleton'
import { HeldSeriesBadge, UnpricedSeries } from './HeldSeriesBadge.tsx'
import { PercentChange } from './PercentChange.tsx'
import { ProvenanceBadges } from './ProvenanceBadges.tsx'
import { Sparkline, SparklineSkeleton, SparklineUnavailable } from './Sparkline.tsx'
import {
  cellClass,
  firstOnPhone,
  lastOnPhone,
  sampleBackgroundClass,
  sampleTextClass,
  stackedName,
  stackedPrice,
  stackedRow,
  trendColumnClass,
  wideColumnClass,
} from './table-cell-classes.ts'

/** From laptop width on, there is room for the seven-day figures. They are not fetched if they are not shown. */
const WIDE_ENOUGH = '(width >= 64rem)'

const weekHeadings = ['7d Change', '7d Low', '7d High']

/** The four metals, those that the investor's series depend on first. */
export function MetalTable() {
  const view = useStore(marketPrices.$view)
  const drivers = useStore($seriesDrivers)
  const hasWeek = useMediaQuery(WIDE_ENOUGH)
  const prices = listMetalPrices(view)
  const rows = metals.map(({ symbol, ticker }, at) => ({
    id: ticker,
    price: prices[at] as LivePrice,
    series: drivers?.byMetal.get(symbol),
  }))
  // The rows keep their order once shown.
  const bare = isSample(view)
  const isLoading = view.status === 'loading' || drivers === undefined
  const ordered = rows.toSorted((a, b) => Number(b.series !== undefined) - Number(a.series !== undefined))
  return (
    <Panel
      title="Metals"
      note={
        bare
          ? 'Prices are unavailable. The figures below are sample data in US dollars per troy ounce, not current prices.'
          : 'US dollars per troy ounce. Metal prices are not token values.'
      }
      aside={
        <div className="flex min-h-6 flex-wrap items-center gap-2">
          <ProvenanceBadges view={view} />
        </div>
      }
    >
      <section
        className="@container relative overflow-x-auto"
        aria-label="Table of metals"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with large text on a narrow screen
        tabIndex={0}
      >
        <table className="w-full text-[0.875rem] md:table-fixed" aria-busy={isLoading || undefined}>
          <caption className="visually-hidden">Metals</caption>
          <thead className="max-md:sr-only">
            <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
              <th scope="col" className={`${cellClass} font-normal`}>
                Name
              </th>
              {!bare && (
                <th scope="col" className={`${cellClass} ${trendColumnClass} font-normal md:w-28`}>
                  7 Days
                </th>
              )}
              <th scope="col" className={`${cellClass} text-right font-normal md:w-32`}>
                {bare ? 'Sample price' : 'Price'}
              </th>
              {!bare && (
                <>
                  <th
                    scope="col"
                    className={`${cellClass} text-right font-normal md:w-28 ${wideColumnClass}`}
                  >
                    24h Change
                  </th>
                  {hasWeek &&
                    weekHeadings.map((heading) => (
                      <th key={heading} scope="col" className={`${cellClass} w-28 text-right font-normal`}>
                        {heading}
                      </th>
                    ))}
                </>
              )}
            </tr>
          </thead>
          <tbody className={bare ? sampleBackgroundClass : ''}>
            {isLoading
              ? metals.map(({ symbol }) => <RowPlace key={symbol} hasWeek={hasWeek} />)
              : ordered.map(({ id, price, series }) => (
                  <Row
                    key={id}
                    id={id}
                    price={price}
                    series={series}
                    isLive={isFromLiveSource(view)}
                    marked={price.isSample && !bare}
                    bare={bare}
                    hasWeek={hasWeek}
                  />
                ))}
          </tbody>
        </table>
      </section>
      {drivers && <UnpricedSeries drivers={drivers} />}
    </Panel>
  )
}

interface RowProps {
  /** Of its sparkline. */
  id: string
  price: LivePrice
  /** The investor's series that depend on it. */
  series: readonly Series[] | undefined
  isLive: boolean
  /** Its price is a sample while the others are not. */
  marked: boolean
  /** All prices are samples, so there is nothing else to show. */
  bare: boolean
  /** There is room for the seven-day figures. */
  hasWeek: boolean
}

function Row({
  id,
  price: { symbol, name, price, change, isSample },
  series,
  isLive,
  marked,
  bare,
  hasWeek,
}: RowProps) {
  const shownChange = <PercentChange percent={change} isLive={isLive && !isSample} />
  return (
    <tr className={`group relative border-line border-b last:border-b-0 hover:bg-sunken ${stackedRow}`}>
      <th scope="row" className={`${cellClass} ${firstOnPhone} ${stackedName} text-left font-normal`}>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-1">
          {/* Fixed width to align the marks. The link covers the row: a press anywhere opens the chart. */}
          <span className="flex flex-wrap items-baseline gap-x-2.5 md:min-w-[9.5rem]">
            <Link
              to={{ search: getSymbolChartUrl(symbol) ?? '' }}
              className="font-medium no-underline after:absolute after:inset-0 group-hover:underline"
            >
              {name} <span className="visually-hidden">chart</span>
            </Link>
            <span className="num text-[0.75rem] text-ink-3">{symbol}</span>
          </span>
          <HeldSeriesBadge series={series} />
          {marked && <ProvenanceBadge provenance="sample" />}
        </span>
      </th>
      {!bare && (
        <td className={`${cellClass} ${trendColumnClass}`}>
          {isSample ? <SparklineUnavailable /> : <Sparkline id={id} name={name} isLive={isLive} />}
        </td>
      )}
      <td
        className={`${cellClass} ${lastOnPhone} ${stackedPrice} num text-right whitespace-nowrap max-[24rem]:text-[0.8125rem] ${isSample ? sampleTextClass : ''}`}
      >
        {price === undefined ? '' : formatPrice(price)}
        {!bare && <span className="block text-[0.8125rem] md:hidden">{shownChange}</span>}
      </td>
      {!bare && (
        <>
          <td className={`${cellClass} text-right whitespace-nowrap ${wideColumnClass}`}>{shownChange}</td>
          {hasWeek && <WeekCells symbol={symbol} isLive={isLive} isSample={isSample} />}
        </>
      )}
    </tr>
  )
}

const UNKNOWN = '–'

type WeekProps = Pick<RowProps, 'isLive'> & Pick<LivePrice, 'symbol' | 'isSample'>

/** Seven-day figures from the price chart; dashes if there is no history, and beside a sample. */
function WeekCells({ symbol, isLive, isSample: sample }: WeekProps) {
  const view = useStore(getChartStore(getAsset(symbol), '7d').$view)
  const history = getData(view)
  const unknown = view.status === 'loading' ? <Skeleton className="ml-auto h-4 w-16" /> : UNKNOWN
  const week = sample || !history || isSample(view) ? undefined : summarizeChart(history.data, '7d')
  const figure = `${cellClass} num text-right whitespace-nowrap`
  return (
    <>
      <td className={figure}>{week ? <PercentChange percent={week.change} isLive={isLive} /> : unknown}</td>
      <td className={figure}>{week ? formatPrice(week.low) : unknown}</td>
      <td className={figure}>{week ? formatPrice(week.high) : unknown}</td>
    </>
  )
}

/** A row placeholder, in the table's columns. */
function RowPlace({ hasWeek }: Pick<RowProps, 'hasWeek'>) {
  return (
    <tr className="border-line border-b last:border-b-0">
      <td className={`${cellClass} ${firstOnPhone}`}>
        <Skeleton className="my-0.5 h-4 w-32 max-md:w-24" />
      </td>
      <td className={`${cellClass} ${trendColumnClass}`}>
        <SparklineSkeleton />
      </td>
      <td className={`${cellClass} ${lastOnPhone}`}>
        <Skeleton className="ml-auto h-4 w-20" />
        <Skeleton className="mt-2 ml-auto h-3 w-12 md:hidden" />
      </td>
      <td className={`${cellClass} ${wideColumnClass}`}>
        <Skeleton className="ml-auto h-4 w-14" />
      </td>
      {hasWeek &&
        weekHeadings.map((heading) => (
          <td key={heading} className={cellClass}>
            <Skeleton className="ml-auto h-4 w-16" />
          </td>
        ))}
    </tr>
  )
}
