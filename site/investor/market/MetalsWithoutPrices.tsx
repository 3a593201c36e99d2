import { Link } from 'react-router'
import { formatMoney } from '#core/format/format'
import { getSymbolChartUrl } from '#core/market/price-chart'
import { type PriceDrivers, sumSeriesValues } from '#core/market/series-price-drivers'
import { metals } from '#shared/metal-assets'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import { HeldSeriesBadge, PriceDriverNotes } from './HeldSeriesBadge.tsx'

/** Shown instead of prices until one has arrived: the investor's holdings that depend on each metal. */
export function MetalsWithoutPrices({ drivers }: { drivers: PriceDrivers | undefined }) {
  const own = metals.flatMap((metal) => {
    const series = drivers?.byMetal.get(metal.symbol)
    return series ? [{ ...metal, series, value: sumSeriesValues(series) }] : []
  })
  return (
    <Panel
      title="Metals over 24 hours"
      note="Prices are unavailable, so no charts are shown. Your holdings are unaffected: they are valued at the latest valuation."
    >
      {drivers === undefined ? (
        <Skeleton className="m-[22px] h-16" />
      ) : own.length === 0 ? (
        <EmptyState title="No price data yet">
          <p>Prices for the last 24 hours appear here when available.</p>
        </EmptyState>
      ) : (
        <ul aria-label="Metals of your series">
          {own.map(({ symbol, name, series, value }) => (
            <li
              key={symbol}
              className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4"
            >
              <Link
                to={{ search: getSymbolChartUrl(symbol) ?? '' }}
                className="min-w-[7rem] font-medium no-underline hover:underline"
              >
                {name} <span className="num font-normal text-[0.75rem] text-ink-3">{symbol}</span>
              </Link>
              <HeldSeriesBadge series={series} />
              {value > 0 && (
                <span className="ml-auto text-[0.875rem] text-ink-2">
                  <span className="num">{formatMoney(value.toFixed(2))}</span> of your holdings
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <PriceDriverNotes drivers={drivers} />
    </Panel>
  )
}
