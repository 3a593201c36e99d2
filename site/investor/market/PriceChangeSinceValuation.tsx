import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import type { UnitHolding } from '#contract/holdings/holdings'
import { formatPrice } from '#core/format/format'
import { getHoldingPath } from '#core/format/series-paths'
import { getPriceChangeSince } from '#core/market/price-change-since'
import { type ChartAsset, findAsset, getChartStore, getChartUrl } from '#core/market/price-chart'
import { $seriesDrivers, listSeriesMetals } from '#core/market/series-price-drivers'
import { marketPrices } from '#core/market/ticker-prices'
import { isFromLiveSource, isSample } from '#core/query/data-provenance'
import { $holdings, refreshHoldings } from '#core/query/holdings/holdings'
import { getData } from '#core/query/remote'
import { formatMoneyOrDash, formatShareOrDash } from '#site/investor/holdings/register/holding-totals.ts'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { PercentChange } from './PercentChange.tsx'
import { ProvenanceBadges } from './ProvenanceBadges.tsx'
import {
  cellClass,
  firstOnPhone,
  lastOnPhone,
  stackedName,
  stackedPrice,
  stackedRow,
  wideColumnClass,
} from './table-cell-classes.ts'

const head = `${cellClass} font-normal`
const figure = `${cellClass} num text-right align-top whitespace-nowrap`

/** Each holding of the investor, and how the prices its series depends on have changed since its valuation date. */
export function PriceChangeSinceValuation() {
  const view = useStore($holdings)
  const drivers = useStore($seriesDrivers)
  const prices = useStore(marketPrices.$view)
  const holdings = getData(view)?.holdings
  const isLoading = view.status === 'loading' || drivers === undefined
  // Until a price has arrived, the metal columns are empty.
  const priced = !isSample(prices)
  return (
    <Panel
      title="Metal prices since valuation"
      note="Unit values change only when a series is revalued. This table shows how metal prices have moved since each valuation; it is not a new valuation."
      aside={
        <div className="flex min-h-6 flex-wrap items-center gap-2">
          {priced && drivers && drivers.byMetal.size > 0 && <ProvenanceBadges view={prices} />}
        </div>
      }
    >
      <RemoteError
        view={view}
        failure="Your holdings could not be loaded"
        last="Showing the last holdings loaded."
        onRetry={refreshHoldings}
      />
      {holdings?.length === 0 ? (
        <p className="px-[22px] py-4 text-[0.9375rem] text-ink-2 max-sm:px-4">
          <span className="font-medium text-ink">You hold no units.</span> Each series you hold is listed here
          with its valuation date and the metal price movement since then.
        </p>
      ) : (
        (isLoading || holdings) && (
          // Within a frame: as a flex item itself, a table with spanned rows gets too little height.
          <div className="@container relative overflow-x-auto">
            <table
              className="w-full text-[0.875rem] max-md:table-fixed xl:table-fixed"
              aria-busy={isLoading || undefined}
            >
              <caption className="visually-hidden">Metal prices since valuation</caption>
              <thead className="@max-[13rem]:sr-only">
                <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
                  <th scope="col" className={`${head} w-[24%] max-md:w-[42%] ${firstOnPhone}`}>
                    Series
                  </th>
                  <th scope="col" className={`${head} text-right ${wideColumnClass}`}>
                    Value
                  </th>
                  <th scope="col" className={`${head} text-right ${wideColumnClass}`}>
                    Valued
                  </th>
                  <th scope="col" className={`${head} ${priced ? 'max-md:w-[29%]' : lastOnPhone}`}>
                    Linked metal
                  </th>
                  {priced && (
                    <>
                      <th scope="col" className={`${head} text-right ${wideColumnClass}`}>
                        Price at valuation
                      </th>
                      <th scope="col" className={`${head} text-right ${wideColumnClass}`}>
                        Current price
                      </th>
                      <th scope="col" className={`${head} text-right max-md:w-[29%] ${lastOnPhone}`}>
                        Change
                      </th>
                    </>
                  )}
                </tr>
              </thead>
              {isLoading || !holdings ? (
                <tbody>
                  {['a', 'b', 'c'].map((place) => (
                    <tr key={place} className="border-line border-t first:border-t-0">
                      {[
                        firstOnPhone,
                        wideColumnClass,
                        wideColumnClass,
                        '',
                        wideColumnClass,
                        wideColumnClass,
                        lastOnPhone,
                      ].map((column, at) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of the table
                        <td key={at} className={`${cellClass} ${column}`}>
                          <Skeleton className="my-2 h-4" />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              ) : (
                holdings.map((holding) => (
                  <Rows
                    key={holding.symbol}
                    holding={holding}
                    metals={listSeriesMetals(drivers, holding.symbol)}
                    priced={priced}
                  />
                ))
              )}
            </table>
          </div>
        )
      )}
      {!priced && drivers && drivers.byMetal.size > 0 && (
        <p className="border-line border-t px-[22px] py-3 text-[0.8125rem] text-ink-2 max-sm:px-4">
          Metal prices are unavailable, so changes are not shown. The values above are unaffected.
        </p>
      )}
    </Panel>
  )
}

interface RowsProps {
  holding: UnitHolding
  /** Symbols of the metals that its series depends on. */
  metals: readonly string[]
  /** Whether prices have arrived. */
  priced: boolean
}

/** A holding, with a row for each of its metals. */
function Rows({ holding, metals, priced }: RowsProps) {
  const { symbol, name, value, share_percent, as_of } = holding
  const rows = Math.max(1, metals.length)
  const [first, ...others] = metals.flatMap((metal) => findAsset(metal) ?? [])
  return (
    <tbody className="border-line border-t first-of-type:border-t-0">
      <tr className={stackedRow}>
        <th
          scope="rowgroup"
          rowSpan={rows}
          className={`${cellClass} ${firstOnPhone} ${stackedName} text-left align-top font-normal`}
        >
          <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <Link
              className="num font-medium no-underline wrap-anywhere hover:underline"
              to={getHoldingPath(symbol)}
            >
              {symbol}
            </Link>
            <IllustrativeBadge series={holding} />
          </span>
          {name !== symbol && <span className="block text-[0.8125rem] text-ink-3 wrap-anywhere">{name}</span>}
          <span className="num block text-[0.8125rem] text-ink-3 md:hidden">{formatMoneyOrDash(value)}</span>
          {as_of && (
            <span className="num block text-[0.75rem] text-ink-3 md:hidden">
              valued <DayDate instant={as_of} />
            </span>
          )}
        </th>
        <td rowSpan={rows} className={`${figure} ${wideColumnClass}`}>
          {formatMoneyOrDash(value)}
          <span className="block text-[0.75rem] text-ink-3">{formatShareOrDash(share_percent)}</span>
        </td>
        <td rowSpan={rows} className={`${figure} ${wideColumnClass}`}>
          {as_of ? <DayDate instant={as_of} /> : 'Not yet valued'}
        </td>
        {first ? (
          <MetalCells asset={first} day={as_of} priced={priced} />
        ) : (
          <td colSpan={4} className={`${cellClass} ${lastOnPhone} align-top text-ink-3 @max-[13rem]:pl-4!`}>
            No public price
          </td>
        )}
      </tr>
      {others.map((asset) => (
        <tr key={asset.symbol} className={stackedRow}>
          <MetalCells asset={asset} day={as_of} priced={priced} />
        </tr>
      ))}
    </tbody>
  )
}

const UNKNOWN = '–'

/** A metal, and its price on the valuation date and now. A sample is not a price, so nothing is shown for it. */
function MetalCells({ asset, day, priced }: { asset: ChartAsset; day: string | null; priced: boolean }) {
  const view = useStore(getChartStore(asset, '1y').$view)
  const points = isSample(view) ? [] : (getData(view)?.data.points ?? [])
  const move = day === null ? undefined : getPriceChangeSince(points, day)
  const isLoading = view.status === 'loading'
  const place = isLoading ? <Skeleton className="ml-auto h-4 w-16" /> : UNKNOWN
  return (
    <>
      {/* The first cell of its row, also below another metal of the series. */}
      <td className={`${cellClass} align-top @min-[13rem]:pl-3! @max-[13rem]:pl-4!`}>
        <Link
          className="text-accent-text underline decoration-1 underline-offset-4"
          to={{ search: getChartUrl({ asset, range: '1y' }) }}
        >
          {asset.name}
          <span className="visually-hidden"> chart over a year</span>
        </Link>
      </td>
      {priced && (
        <>
          <td className={`${figure} ${wideColumnClass}`}>{move ? formatPrice(move.before) : place}</td>
          <td className={`${figure} ${wideColumnClass}`}>{move ? formatPrice(move.now) : place}</td>
          <td className={`${figure} ${lastOnPhone} ${stackedPrice}`}>
            {move ? <PercentChange percent={move.change} isLive={isFromLiveSource(view)} /> : place}
          </td>
        </>
      )}
    </>
  )
}
