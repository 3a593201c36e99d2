import { Link } from 'react-router'
import { formatMoney } from '#core/format/format'
import { urlOfSymbol } from '#core/market/price-chart'
import { type SeriesDrivers, sumSeries } from '#core/market/series-drivers'
import { metals } from '#shared/metals'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import { SeriesMark, SeriesNotes } from './SeriesMark.tsx'

/** In place of the courses while no price has arrived: what the investor holds that depends on each metal. */
export function MetalsWithoutPrices({ drivers }: { drivers: SeriesDrivers | undefined }) {
  const own = metals.flatMap((metal) => {
    const series = drivers?.byMetal.get(metal.symbol)
    return series ? [{ ...metal, series, value: sumSeries(series) }] : []
  })
  return (
    <Panel
      title="Metals over 24 hours"
      note="No price has arrived, so no course is drawn. The value of your units does not wait for it: it is that of the latest valuation."
    >
      {drivers === undefined ? (
        <Skeleton className="m-[22px] h-16" />
      ) : own.length === 0 ? (
        <EmptyState title="No course to draw yet">
          <p>The prices of the last 24 hours are drawn here once they arrive.</p>
        </EmptyState>
      ) : (
        <ul aria-label="Metals of your series">
          {own.map(({ symbol, name, series, value }) => (
            <li
              key={symbol}
              className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4"
            >
              <Link
                to={{ search: urlOfSymbol(symbol) ?? '' }}
                className="min-w-[7rem] font-medium no-underline hover:underline"
              >
                {name} <span className="num font-normal text-[0.75rem] text-ink-3">{symbol}</span>
              </Link>
              <SeriesMark series={series} />
              {value > 0 && (
                <span className="ml-auto text-[0.875rem] text-ink-2">
                  <span className="num">{formatMoney(value.toFixed(2))}</span> of your units
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <SeriesNotes drivers={drivers} />
    </Panel>
  )
}
