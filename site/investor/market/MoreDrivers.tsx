import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { formatPrice } from '#core/format/format'
import { listMetalPrices } from '#core/market/live-prices'
import { marketPrices } from '#core/market/market'
import { urlOfSymbol } from '#core/market/price-chart'
import { isReal } from '#core/query/sourced'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { Change } from './Change.tsx'
import { OwnBadge } from './SeriesMark.tsx'
import { sampleTone } from './table-cells.ts'

interface MoreDriversProps {
  symbols: readonly string[]
  /** Whether every price of the strip is a sample, which its badge says. */
  allSamples: boolean
}

/** Prices of metals outside the strip on which series of the investor depend. Empty without any. */
export function MoreDrivers({ symbols, allSamples }: MoreDriversProps) {
  const view = useStore(marketPrices.$view)
  const prices = listMetalPrices(view).filter(({ symbol }) => symbols.includes(symbol))
  if (prices.length === 0) return null
  return (
    <ul
      aria-label="Further prices on which your series depend"
      className="flex flex-wrap items-baseline gap-x-8 gap-y-2 border-line border-t px-[22px] py-3.5 text-[0.875rem] max-sm:px-4"
    >
      {prices.map(({ symbol, name, price, change, sample }) => (
        <li key={symbol} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <Link to={{ search: urlOfSymbol(symbol) ?? '' }} className="no-underline hover:underline">
            {name} <span className="visually-hidden">chart</span>
          </Link>
          <span className="num text-[0.75rem] text-ink-3">{symbol}</span>
          {price !== undefined && (
            <>
              <span className={`num ${sample ? sampleTone : ''}`}>{formatPrice(price)}</span>
              <Change percent={change} real={isReal(view) && !sample} />
            </>
          )}
          <OwnBadge />
          {sample && !allSamples && <ProvenanceBadge provenance="sample" />}
        </li>
      ))}
    </ul>
  )
}
