import { memo } from 'react'
import type { CryptoPrice } from '#contract/market/market'
import { formatCompactMoney, formatPrice } from '#core/format/format'
import { PercentChange } from './PercentChange.tsx'
import { Sparkline } from './Sparkline.tsx'
import {
  cellClass,
  firstOnPhone,
  lastOnPhone,
  sampleTextClass,
  stackedName,
  stackedPrice,
  stackedRow,
  trendColumnClass,
  wideColumnClass,
} from './table-cell-classes.ts'

const shorten = (amount: number | null): string => (amount === null ? 'N/A' : formatCompactMoney(amount))

interface CoinRowProps {
  coin: CryptoPrice
  /** Whether its figures come from a real market. */
  isLive: boolean
  /** Whether they are built in; a sample has no history. */
  isSample: boolean
}

/** One coin and its figures; on a phone, some share a column. Sorting moves rows without rerendering them. */
export const CoinRow = memo(function CoinRow({ coin, isLive, isSample }: CoinRowProps) {
  const { name, market_cap_rank: rank } = coin
  const symbol = coin.symbol.toUpperCase()
  const change = <PercentChange percent={coin.price_change_percentage_24h} isLive={isLive} />
  const tone = isSample ? sampleTextClass : ''
  return (
    <tr className={`border-line border-b last:border-b-0 hover:bg-sunken ${stackedRow}`}>
      <td className={`${cellClass} num text-[0.75rem] text-ink-3 ${wideColumnClass}`}>
        {rank === null ? 'N/A' : `#${rank}`}
      </td>
      <th scope="row" className={`${cellClass} ${firstOnPhone} ${stackedName} text-left font-normal`}>
        <span className="flex items-center gap-3">
          <Picture coin={coin} />
          <span className="min-w-0 md:flex md:items-baseline md:gap-2.5">
            <span className="line-clamp-2 font-medium leading-snug wrap-anywhere" title={name}>
              {name}
            </span>
            <span className="num text-[0.75rem] text-ink-3 wrap-anywhere">
              {symbol}
              {rank !== null && <span className="md:hidden"> #{rank}</span>}
            </span>
            <span className="block text-[0.75rem] leading-snug text-ink-3 md:hidden">
              <Labeled short="Cap" long="Market Cap" value={coin.market_cap} />{' '}
              <Labeled short="Vol" long="24h Volume" value={coin.total_volume} />
            </span>
          </span>
        </span>
      </th>
      {!isSample && (
        <td className={`${cellClass} ${trendColumnClass}`}>
          <Sparkline id={coin.id} name={name} isLive={isLive} />
        </td>
      )}
      <td
        className={`${cellClass} ${lastOnPhone} ${stackedPrice} num text-right whitespace-nowrap max-[24rem]:text-[0.8125rem] ${tone}`}
      >
        {formatPrice(coin.current_price)}
        <span className="block text-[0.8125rem] md:hidden">{change}</span>
      </td>
      <td className={`${cellClass} text-right whitespace-nowrap ${wideColumnClass}`}>{change}</td>
      <td className={`${cellClass} num text-right ${wideColumnClass} ${tone}`}>
        {shorten(coin.total_volume)}
      </td>
      <td className={`${cellClass} num text-right ${wideColumnClass} ${tone}`}>{shorten(coin.market_cap)}</td>
    </tr>
  )
})

/** A figure with a label short enough for a phone, read out in full. */
function Labeled({ short, long, value }: { short: string; long: string; value: number | null }) {
  return (
    <span className="mr-1 inline-block whitespace-nowrap">
      <span aria-hidden="true">{short} </span>
      <span className="visually-hidden">{long} </span>
      {shorten(value)}
    </span>
  )
}

/**
 * An image from this site, or the coin's initials, so that no other host is contacted. The initials repeat the symbol,
 * so narrow screens do not need them.
 */
function Picture({ coin: { image, symbol } }: { coin: CryptoPrice }) {
  if (/^\/(?!\/)/.test(image)) return <img src={image} alt="" width={28} height={28} className="flex-none" />
  return (
    <span
      className="num grid size-7 flex-none place-items-center overflow-hidden rounded border border-line-strong bg-sunken text-[0.5rem] text-ink-2 uppercase max-lg:hidden"
      aria-hidden="true"
    >
      {symbol.slice(0, 4)}
    </span>
  )
}
