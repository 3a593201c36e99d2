import type { ReactNode } from 'react'
import type { CryptoPrice } from '#contract/market/market'
import type { CoinListOptions, CoinSort } from '#core/market/crypto-prices'
import type { DataWithProvenance } from '#core/query/data-provenance'
import { Skeleton } from '#ui/Skeleton'
import { CoinRow } from './CoinRow.tsx'
import { SparklineSkeleton } from './Sparkline.tsx'
import {
  cellClass,
  firstOnPhone,
  lastOnPhone,
  sampleBackgroundClass,
  trendColumnClass,
  wideColumnClass,
} from './table-cell-classes.ts'

/** Number of placeholders while the list is loading, enough to fill a screen. */
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

interface CoinTableProps {
  /** Undefined while they are loading. */
  coins: readonly CryptoPrice[] | undefined
  choice: CoinListOptions
  /** Source of the figures; undefined while they are loading. */
  source: DataWithProvenance<unknown>['source'] | undefined
}

/** The coins and their figures: seven columns, or two-line rows on a phone. */
export function CoinTable({ coins, choice, source }: CoinTableProps) {
  return (
    <section
      className="@container relative overflow-x-auto"
      aria-label="Table of cryptocurrencies"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with large text on a narrow screen
      tabIndex={0}
    >
      <table className="w-full text-[0.875rem] lg:table-fixed" aria-busy={coins === undefined || undefined}>
        <caption className="visually-hidden">Cryptocurrencies</caption>
        <thead className="max-md:sr-only">
          <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
            <th scope="col" className={`${cellClass} font-normal lg:w-20 ${wideColumnClass}`}>
              Rank
            </th>
            <th scope="col" className={`${cellClass} font-normal`}>
              Name
            </th>
            {source !== 'sample' && (
              <th scope="col" className={`${cellClass} ${trendColumnClass} font-normal lg:w-28`}>
                7 Days
              </th>
            )}
            <Heading by="price" choice={choice}>
              Price
            </Heading>
            <Heading by="change" choice={choice} className={wideColumnClass}>
              24h Change
            </Heading>
            <Heading by="volume" choice={choice} className={wideColumnClass}>
              24h Volume
            </Heading>
            <Heading by="market_cap" choice={choice} className={wideColumnClass}>
              Market Cap
            </Heading>
          </tr>
        </thead>
        <tbody className={source === 'sample' ? sampleBackgroundClass : ''}>
          {coins
            ? coins.map((coin) => (
                <CoinRow
                  key={coin.id}
                  coin={coin}
                  isLive={source === 'live'}
                  isSample={source === 'sample'}
                />
              ))
            : PLACES.map((place) => <RowPlace key={place} />)}
        </tbody>
      </table>
    </section>
  )
}

interface HeadingProps {
  by: CoinSort
  choice: CoinListOptions
  className?: string
  children: ReactNode
}

/** The header of a sortable figure; the controls above the table do the sorting. */
function Heading({ by, choice, className = '', children }: HeadingProps) {
  const order = choice.descending ? 'descending' : 'ascending'
  const isSorted = choice.sort === by
  return (
    <th
      scope="col"
      aria-sort={isSorted ? order : undefined}
      className={`${cellClass} text-right lg:w-32 lg:whitespace-nowrap ${isSorted ? 'font-medium text-ink' : 'font-normal'} ${className}`}
    >
      {children}
    </th>
  )
}

/** A row placeholder, in the table's columns. */
function RowPlace() {
  return (
    <tr className="border-line border-b last:border-b-0">
      <td className={`${cellClass} ${wideColumnClass}`}>
        <Skeleton className="h-3 w-6" />
      </td>
      <td className={`${cellClass} ${firstOnPhone}`}>
        <span className="flex items-center gap-3">
          <Skeleton className="size-7 flex-none max-lg:hidden" />
          <Skeleton className="my-0.5 h-4 w-32 max-md:w-24" />
        </span>
        <Skeleton className="my-1 h-3 w-14 md:hidden" />
        <Skeleton className="my-1 h-3 w-32 md:hidden" />
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
      <td className={`${cellClass} ${wideColumnClass}`}>
        <Skeleton className="ml-auto h-4 w-14" />
      </td>
      <td className={`${cellClass} ${wideColumnClass}`}>
        <Skeleton className="ml-auto h-4 w-14" />
      </td>
    </tr>
  )
}
