import type { CryptoPrice } from '#contract/market'
import { formatPrice, formatShortMoney } from '#core/format/format'
import { Skeleton } from '#ui/Skeleton'
import { Change } from './Change.tsx'

// Each cell draws its right and bottom border, so that a last row which is not full has only its own.
const cell = '-mr-px -mb-px flex min-w-0 flex-col border-line border-r border-b px-[22px] py-5 max-sm:px-4'

const short = (amount: number | null): string => (amount === null ? 'N/A' : formatShortMoney(amount))

/** One coin and its figures. */
export function CoinCard({ coin }: { coin: CryptoPrice }) {
  const { name, symbol, market_cap_rank: rank } = coin
  return (
    <li className={cell}>
      <div className="flex items-center gap-3">
        <Picture coin={coin} />
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-medium font-sans text-[1rem] tracking-normal" title={name}>
            {name}
          </h3>
          <p className="num text-[0.75rem] text-ink-3 uppercase">{symbol.toUpperCase()}</p>
        </div>
        {rank !== null && (
          <p className="num self-start text-[0.75rem] text-ink-3">
            <span className="visually-hidden">Rank </span>#{rank}
          </p>
        )}
      </div>
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-serif text-[1.5rem] leading-tight tracking-[-0.02em] tabular-nums lining-nums wrap-anywhere">
          {formatPrice(coin.current_price)}
        </span>
        <span className="text-[0.875rem]">
          <Change percent={coin.price_change_percentage_24h} />
          <span className="visually-hidden"> in 24 hours</span>
        </span>
      </p>
      <dl className="mt-3 grid gap-y-1 text-[0.8125rem]">
        <Figure name="Market Cap" value={short(coin.market_cap)} />
        <Figure name="24h Volume" value={short(coin.total_volume)} />
      </dl>
    </li>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-ink-3">{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}

/** An image from this site, or the coin's initials: no other host is contacted. */
function Picture({ coin: { image, symbol } }: { coin: CryptoPrice }) {
  if (/^\/(?!\/)/.test(image)) return <img src={image} alt="" width={36} height={36} className="flex-none" />
  return (
    <span
      className="num grid size-9 flex-none place-items-center rounded border border-line-strong bg-sunken text-[0.625rem] text-ink-2 uppercase"
      aria-hidden="true"
    >
      {symbol.slice(0, 4)}
    </span>
  )
}

/** A placeholder for a card. */
export function CoinPlace() {
  return (
    <li className={cell} aria-hidden="true">
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 flex-none" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-3 w-10" />
        </div>
      </div>
      <Skeleton className="mt-[19px] h-6 w-32" />
      <Skeleton className="mt-[18px] h-3 w-full" />
      <Skeleton className="mt-3 mb-1 h-3 w-full" />
    </li>
  )
}
