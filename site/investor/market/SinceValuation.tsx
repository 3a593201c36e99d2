import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import type { UnitHolding } from '#contract/holdings'
import { formatPrice } from '#core/format/format'
import { holdingPath } from '#core/format/series-paths'
import { marketPrices } from '#core/market/market'
import { type ChartAsset, chartOf, findAsset, urlOfChart } from '#core/market/price-chart'
import { $seriesDrivers, metalsOf } from '#core/market/series-drivers'
import { moveSince } from '#core/market/since-valuation'
import { $holdings, refreshHoldings } from '#core/query/holdings'
import { dataOf } from '#core/query/remote'
import { isReal, isSample } from '#core/query/sourced'
import { moneyOr, shareOr } from '#site/investor/holdings/holdings.ts'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { DayDate } from '#site/investor/SiteDate.tsx'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { Change } from './Change.tsx'
import { FigureBadges } from './FigureBadges.tsx'
import {
  cell,
  firstOnPhone,
  lastOnPhone,
  stackedName,
  stackedPrice,
  stackedRow,
  wide,
} from './table-cells.ts'

const head = `${cell} font-normal`
const figure = `${cell} num text-right align-top whitespace-nowrap`

/** Each holding of the investor, and what the prices that its series follows did since the day of its valuation. */
export function SinceValuation() {
  const view = useStore($holdings)
  const drivers = useStore($seriesDrivers)
  const prices = useStore(marketPrices.$view)
  const holdings = dataOf(view)?.holdings
  const isLoading = view.status === 'loading' || drivers === undefined
  // While no price has arrived there is nothing to put in the columns of the metals.
  const priced = !isSample(prices)
  return (
    <Panel
      title="Your series since their valuation"
      note="A unit keeps its value until the next valuation. The price of a metal moves daily: this is how far since then. It is not a new valuation."
      aside={
        <div className="flex min-h-6 flex-wrap items-center gap-2">
          {priced && drivers && drivers.byMetal.size > 0 && <FigureBadges view={prices} />}
        </div>
      }
    >
      <RemoteFailure
        view={view}
        failure="Your holdings could not be loaded"
        last="The holdings below are the last ones loaded."
        onRetry={refreshHoldings}
      />
      {holdings?.length === 0 ? (
        <p className="px-[22px] py-4 text-[0.9375rem] text-ink-2 max-sm:px-4">
          <span className="font-medium text-ink">You hold no units yet.</span> Once you do, each of your
          series is listed here with the day of its valuation and what its metal did since.
        </p>
      ) : (
        (isLoading || holdings) && (
          // Within a frame: as a flex item itself, a table with spanned rows is given too little height.
          <div className="@container relative overflow-x-auto">
            <table
              className="w-full text-[0.875rem] max-md:table-fixed xl:table-fixed"
              aria-busy={isLoading || undefined}
            >
              <caption className="visually-hidden">Your series since their valuation</caption>
              <thead className="@max-[13rem]:sr-only">
                <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
                  <th scope="col" className={`${head} w-[24%] max-md:w-[42%] ${firstOnPhone}`}>
                    Series
                  </th>
                  <th scope="col" className={`${head} text-right ${wide}`}>
                    Value
                  </th>
                  <th scope="col" className={`${head} text-right ${wide}`}>
                    Valued
                  </th>
                  <th scope="col" className={`${head} ${priced ? 'max-md:w-[29%]' : lastOnPhone}`}>
                    Depends on
                  </th>
                  {priced && (
                    <>
                      <th scope="col" className={`${head} text-right ${wide}`}>
                        Price then
                      </th>
                      <th scope="col" className={`${head} text-right ${wide}`}>
                        Price now
                      </th>
                      <th scope="col" className={`${head} text-right max-md:w-[29%] ${lastOnPhone}`}>
                        Since then
                      </th>
                    </>
                  )}
                </tr>
              </thead>
              {isLoading || !holdings ? (
                <tbody>
                  {['a', 'b', 'c'].map((place) => (
                    <tr key={place} className="border-line border-t first:border-t-0">
                      {[firstOnPhone, wide, wide, '', wide, wide, lastOnPhone].map((column, at) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of the table
                        <td key={at} className={`${cell} ${column}`}>
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
                    metals={metalsOf(drivers, holding.symbol)}
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
          No price has arrived, so what the metals did since is not shown. Your values above do not wait for
          it.
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

/** A holding, in a row for each of its metals. */
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
          className={`${cell} ${firstOnPhone} ${stackedName} text-left align-top font-normal`}
        >
          <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <Link
              className="num font-medium no-underline wrap-anywhere hover:underline"
              to={holdingPath(symbol)}
            >
              {symbol}
            </Link>
            <IllustrativeMark of={holding} />
          </span>
          {name !== symbol && <span className="block text-[0.8125rem] text-ink-3 wrap-anywhere">{name}</span>}
          <span className="num block text-[0.8125rem] text-ink-3 md:hidden">{moneyOr(value)}</span>
          {as_of && (
            <span className="num block text-[0.75rem] text-ink-3 md:hidden">
              valued <DayDate instant={as_of} />
            </span>
          )}
        </th>
        <td rowSpan={rows} className={`${figure} ${wide}`}>
          {moneyOr(value)}
          <span className="block text-[0.75rem] text-ink-3">{shareOr(share_percent)}</span>
        </td>
        <td rowSpan={rows} className={`${figure} ${wide}`}>
          {as_of ? <DayDate instant={as_of} /> : 'Not yet'}
        </td>
        {first ? (
          <MetalCells asset={first} day={as_of} priced={priced} />
        ) : (
          <td colSpan={4} className={`${cell} ${lastOnPhone} align-top text-ink-3 @max-[13rem]:pl-4!`}>
            No public price here
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

/** A metal, and its price on the day of a valuation and now. A sample is no price: nothing is shown of it. */
function MetalCells({ asset, day, priced }: { asset: ChartAsset; day: string | null; priced: boolean }) {
  const view = useStore(chartOf(asset, '1y').$view)
  const points = isSample(view) ? [] : (dataOf(view)?.data.points ?? [])
  const move = day === null ? undefined : moveSince(points, day)
  const isLoading = view.status === 'loading'
  const place = isLoading ? <Skeleton className="ml-auto h-4 w-16" /> : UNKNOWN
  return (
    <>
      {/* The first cell of its row, below another metal of the series, too. */}
      <td className={`${cell} align-top @min-[13rem]:pl-3! @max-[13rem]:pl-4!`}>
        <Link
          className="text-accent-text underline decoration-1 underline-offset-4"
          to={{ search: urlOfChart({ asset, range: '1y' }) }}
        >
          {asset.name}
          <span className="visually-hidden"> chart over a year</span>
        </Link>
      </td>
      {priced && (
        <>
          <td className={`${figure} ${wide}`}>{move ? formatPrice(move.before) : place}</td>
          <td className={`${figure} ${wide}`}>{move ? formatPrice(move.now) : place}</td>
          <td className={`${figure} ${lastOnPhone} ${stackedPrice}`}>
            {move ? <Change percent={move.change} real={isReal(view)} /> : place}
          </td>
        </>
      )}
    </>
  )
}
