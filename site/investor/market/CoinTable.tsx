import type { ReactNode } from 'react'
import type { CryptoPrice } from '#contract/market'
import type { CoinChoice, CoinSort } from '#core/market/crypto-prices'
import type { Sourced } from '#core/query/sourced'
import { Skeleton } from '#ui/Skeleton'
import { CoinRow } from './CoinRow.tsx'
import { SparklinePlace } from './Sparkline.tsx'
import { cell, firstOnPhone, lastOnPhone, sampleGround, trend, wide } from './table-cells.ts'

/** Placeholders while the list is loading: enough to fill a screen. */
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

interface CoinTableProps {
  /** Undefined while they are loading. */
  coins: readonly CryptoPrice[] | undefined
  choice: CoinChoice
  /** Source of the figures; undefined while they are loading. */
  source: Sourced<unknown>['source'] | undefined
}

/** The coins and their figures: seven columns, or rows of two lines on a phone. */
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
            <th scope="col" className={`${cell} font-normal lg:w-20 ${wide}`}>
              Rank
            </th>
            <th scope="col" className={`${cell} font-normal`}>
              Name
            </th>
            {source !== 'sample' && (
              <th scope="col" className={`${cell} ${trend} font-normal lg:w-28`}>
                7 Days
              </th>
            )}
            <Heading by="price" choice={choice}>
              Price
            </Heading>
            <Heading by="change" choice={choice} className={wide}>
              24h Change
            </Heading>
            <Heading by="volume" choice={choice} className={wide}>
              24h Volume
            </Heading>
            <Heading by="market_cap" choice={choice} className={wide}>
              Market Cap
            </Heading>
          </tr>
        </thead>
        <tbody className={source === 'sample' ? sampleGround : ''}>
          {coins
            ? coins.map((coin) => (
                <CoinRow key={coin.id} coin={coin} real={source === 'live'} sample={source === 'sample'} />
              ))
            : PLACES.map((place) => <RowPlace key={place} />)}
        </tbody>
      </table>
    </section>
  )
}

interface HeadingProps {
  by: CoinSort
  choice: CoinChoice
  className?: string
  children: ReactNode
}

/** The heading of a figure by which the list can be sorted; the controls above the table sort it. */
function Heading({ by, choice, className = '', children }: HeadingProps) {
  const order = choice.descending ? 'descending' : 'ascending'
  const isSorted = choice.sort === by
  return (
    <th
      scope="col"
      aria-sort={isSorted ? order : undefined}
      className={`${cell} text-right lg:w-32 lg:whitespace-nowrap ${isSorted ? 'font-medium text-ink' : 'font-normal'} ${className}`}
    >
      {children}
    </th>
  )
}

/** A placeholder of a row, in the columns of the table. */
function RowPlace() {
  return (
    <tr className="border-line border-b last:border-b-0">
      <td className={`${cell} ${wide}`}>
        <Skeleton className="h-3 w-6" />
      </td>
      <td className={`${cell} ${firstOnPhone}`}>
        <span className="flex items-center gap-3">
          <Skeleton className="size-7 flex-none max-lg:hidden" />
          <Skeleton className="my-0.5 h-4 w-32 max-md:w-24" />
        </span>
        <Skeleton className="my-1 h-3 w-14 md:hidden" />
        <Skeleton className="my-1 h-3 w-32 md:hidden" />
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
      <td className={`${cell} ${wide}`}>
        <Skeleton className="ml-auto h-4 w-14" />
      </td>
      <td className={`${cell} ${wide}`}>
        <Skeleton className="ml-auto h-4 w-14" />
      </td>
    </tr>
  )
}
