import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { formatPrice } from '#core/format/format'
import { type LivePrice, listMetalPrices } from '#core/market/live-prices'
import { marketPrices } from '#core/market/market'
import { assetOf, chartOf, summarizeChart, urlOfSymbol } from '#core/market/price-chart'
import { $seriesDrivers, type Series } from '#core/market/series-drivers'
import { dataOf } from '#core/query/remote'
import { isReal, isSample } from '#core/query/sourced'
import { metals } from '#shared/metals'
import { useMedia } from '#site/ui/use-media.ts'
import { Panel } from '#ui/Panel'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { Skeleton } from '#ui/Skeleton'
import { Change } from './Change.tsx'
import { FigureBadges } from './FigureBadges.tsx'
import { SeriesMark, UnpricedSeries } from './SeriesMark.tsx'
import { NoSparkline, Sparkline, SparklinePlace } from './Sparkline.tsx'
import {
  cell,
  firstOnPhone,
  lastOnPhone,
  sampleGround,
  sampleTone,
  stackedName,
  stackedPrice,
  stackedRow,
  trend,
  wide,
} from './table-cells.ts'

/** From laptop width on there is room for the figures of seven days. They are not fetched where they are not shown. */
const WIDE_ENOUGH = '(width >= 64rem)'

const weekHeadings = ['7d Change', '7d Low', '7d High']

/** The four metals, those first on which series of the investor depend. */
export function MetalTable() {
  const view = useStore(marketPrices.$view)
  const drivers = useStore($seriesDrivers)
  const hasWeek = useMedia(WIDE_ENOUGH)
  const prices = listMetalPrices(view)
  const rows = metals.map(({ symbol, ticker }, at) => ({
    id: ticker,
    price: prices[at] as LivePrice,
    series: drivers?.byMetal.get(symbol),
  }))
  // The rows keep their order once they are shown.
  const bare = isSample(view)
  const isLoading = view.status === 'loading' || drivers === undefined
  const ordered = rows.toSorted((a, b) => Number(b.series !== undefined) - Number(a.series !== undefined))
  return (
    <Panel
      title="Metals"
      note={
        bare
          ? 'No price has arrived. Below are fixed samples in US dollars a troy ounce, which are not prices of today.'
          : 'US dollars a troy ounce. The price of a metal is not the value of a token.'
      }
      aside={
        <div className="flex min-h-6 flex-wrap items-center gap-2">
          <FigureBadges view={view} />
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
              <th scope="col" className={`${cell} font-normal`}>
                Name
              </th>
              {!bare && (
                <th scope="col" className={`${cell} ${trend} font-normal md:w-28`}>
                  7 Days
                </th>
              )}
              <th scope="col" className={`${cell} text-right font-normal md:w-32`}>
                {bare ? 'Sample price' : 'Price'}
              </th>
              {!bare && (
                <>
                  <th scope="col" className={`${cell} text-right font-normal md:w-28 ${wide}`}>
                    24h Change
                  </th>
                  {hasWeek &&
                    weekHeadings.map((heading) => (
                      <th key={heading} scope="col" className={`${cell} w-28 text-right font-normal`}>
                        {heading}
                      </th>
                    ))}
                </>
              )}
            </tr>
          </thead>
          <tbody className={bare ? sampleGround : ''}>
            {isLoading
              ? metals.map(({ symbol }) => <RowPlace key={symbol} hasWeek={hasWeek} />)
              : ordered.map(({ id, price, series }) => (
                  <Row
                    key={id}
                    id={id}
                    price={price}
                    series={series}
                    real={isReal(view)}
                    marked={price.sample && !bare}
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
  /** Series of the investor that depend on it. */
  series: readonly Series[] | undefined
  real: boolean
  /** Its price is a sample, where the others are not. */
  marked: boolean
  /** All prices are samples: there is nothing to show but the sample. */
  bare: boolean
  /** There is room for the figures of seven days. */
  hasWeek: boolean
}

function Row({
  id,
  price: { symbol, name, price, change, sample },
  series,
  real,
  marked,
  bare,
  hasWeek,
}: RowProps) {
  const shownChange = <Change percent={change} real={real && !sample} />
  return (
    <tr className={`group relative border-line border-b last:border-b-0 hover:bg-sunken ${stackedRow}`}>
      <th scope="row" className={`${cell} ${firstOnPhone} ${stackedName} text-left font-normal`}>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-1">
          {/* Of a fixed width, so that the marks align. The link covers the row: a press anywhere opens the chart. */}
          <span className="flex flex-wrap items-baseline gap-x-2.5 md:min-w-[9.5rem]">
            <Link
              to={{ search: urlOfSymbol(symbol) ?? '' }}
              className="font-medium no-underline after:absolute after:inset-0 group-hover:underline"
            >
              {name} <span className="visually-hidden">chart</span>
            </Link>
            <span className="num text-[0.75rem] text-ink-3">{symbol}</span>
          </span>
          <SeriesMark series={series} />
          {marked && <ProvenanceBadge provenance="sample" />}
        </span>
      </th>
      {!bare && (
        <td className={`${cell} ${trend}`}>
          {sample ? <NoSparkline /> : <Sparkline id={id} name={name} real={real} />}
        </td>
      )}
      <td
        className={`${cell} ${lastOnPhone} ${stackedPrice} num text-right whitespace-nowrap max-[24rem]:text-[0.8125rem] ${sample ? sampleTone : ''}`}
      >
        {price === undefined ? '' : formatPrice(price)}
        {!bare && <span className="block text-[0.8125rem] md:hidden">{shownChange}</span>}
      </td>
      {!bare && (
        <>
          <td className={`${cell} text-right whitespace-nowrap ${wide}`}>{shownChange}</td>
          {hasWeek && <WeekCells symbol={symbol} real={real} sample={sample} />}
        </>
      )}
    </tr>
  )
}

const UNKNOWN = '–'

type WeekProps = Pick<RowProps, 'real'> & Pick<LivePrice, 'symbol' | 'sample'>

/** Seven days in figures, those of the price chart; dashes where there is no history, and beside a sample. */
function WeekCells({ symbol, real, sample }: WeekProps) {
  const view = useStore(chartOf(assetOf(symbol), '7d').$view)
  const history = dataOf(view)
  const unknown = view.status === 'loading' ? <Skeleton className="ml-auto h-4 w-16" /> : UNKNOWN
  const week = sample || !history || isSample(view) ? undefined : summarizeChart(history.data, '7d')
  const figure = `${cell} num text-right whitespace-nowrap`
  return (
    <>
      <td className={figure}>{week ? <Change percent={week.change} real={real} /> : unknown}</td>
      <td className={figure}>{week ? formatPrice(week.low) : unknown}</td>
      <td className={figure}>{week ? formatPrice(week.high) : unknown}</td>
    </>
  )
}

/** A placeholder of a row, in the columns of the table. */
function RowPlace({ hasWeek }: Pick<RowProps, 'hasWeek'>) {
  return (
    <tr className="border-line border-b last:border-b-0">
      <td className={`${cell} ${firstOnPhone}`}>
        <Skeleton className="my-0.5 h-4 w-32 max-md:w-24" />
      </td>
      <td className={`${cell} ${trend}`}>
        <SparklinePlace />
      </td>
      <td className={`${cell} ${lastOnPhone}`}>
        <Skeleton className="ml-auto h-4 w-20" />
        <Skeleton className="mt-2 ml-auto h-3 w-12 md:hidden" />
      </td>
      <td className={`${cell} ${wide}`}>
        <Skeleton className="ml-auto h-4 w-14" />
      </td>
      {hasWeek &&
        weekHeadings.map((heading) => (
          <td key={heading} className={cell}>
            <Skeleton className="ml-auto h-4 w-16" />
          </td>
        ))}
    </tr>
  )
}
