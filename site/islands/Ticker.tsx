import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { pauseIcon, playIcon } from '#ui/icons/playback'
import './ticker.css'
import { formatMoney, formatPercent } from '#core/format/format'
import { listTickerItems, type MarketPrices, marketPrices, type TickerItem } from '#core/market/ticker-prices'
import { type DataWithProvenance, isDelayed } from '#core/query/data-provenance'
import { getData, type Remote } from '#core/query/remote'
import { Icon } from '#ui/Icon'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { fillFooterPriceNote } from './footer-price-note.ts'

/**
 * `auto` runs, and pauses while the pointer or the focus is on the ticker; `paused` and `running` are the user's
 * choice.
 */
type Motion = 'auto' | 'paused' | 'running'

/** The strip of market prices. The built pages contain no price: it shows 'Loading...' until prices have loaded. */
export function Ticker() {
  const view = useStore(marketPrices.$view, { ssr: 'initial' })
  const [motion, setMotion] = useState<Motion>('auto')
  const items = listTickerItems(view)
  useEffect(() => fillFooterPriceNote(view), [view])
  const paused = motion === 'paused'
  return (
    <div className="ticker" aria-busy={view.status === 'loading'} data-motion={motion}>
      <div className="ticker-head">
        <button
          type="button"
          className="ticker-button"
          aria-label={paused ? 'Play the price ticker' : 'Pause the price ticker'}
          onClick={() => setMotion(paused ? 'running' : 'paused')}
          onBlur={() => setMotion((chosen) => (chosen === 'running' ? 'auto' : chosen))}
        >
          <Icon path={paused ? playIcon : pauseIcon} size={16} />
        </button>
        <TickerMark view={view} />
      </div>
      <section
        className="ticker-view"
        aria-label="Market prices in US dollars, with 24-hour change"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where motion is reduced, and pauses while focused
        tabIndex={0}
      >
        <div className="ticker-band">
          <Items items={items} />
          <Items items={items} repeated />
        </div>
      </section>
    </div>
  )
}

/**
 * The provenance of the figures. Its dot is also the update indicator: yellow and pulsing while a request is in flight,
 * otherwise in the color of the provenance, green for live figures only.
 */
function TickerMark({ view }: { view: Remote<DataWithProvenance<MarketPrices>> }) {
  const dot = <i className="ticker-dot" data-updating={view.isFetching} />
  const figures = getData(view)
  if (!figures) return <span className="mark">{dot}Updating</span>
  if (figures.source === 'sample') return <ProvenanceBadge provenance="sample" dot={dot} />
  const asOf = isDelayed(view) ? figures.asOf : undefined
  // Old simulated figures stay marked as simulated, because they were never real.
  const provenance = figures.source === 'simulated' ? figures.source : asOf ? 'delayed' : 'live'
  return <ProvenanceBadge provenance={provenance} asOf={asOf} dot={dot} />
}

/** The six prices; rendered a second time, hidden from assistive technology, to close the loop. */
function Items({ items, repeated }: { items: readonly TickerItem[]; repeated?: true }) {
  return (
    <ul aria-hidden={repeated}>
      {items.map((item) => (
        <li key={item.asset} data-asset={item.asset}>
          <span className="ticker-name">{item.name}</span>
          <span className="num ticker-symbol">{item.symbol}</span>
          <span className="num ticker-price">{item.price > 0 ? formatMoney(item.price) : 'Loading...'}</span>
          <Change change={item.change} />
        </li>
      ))}
    </ul>
  )
}

function Change({ change }: { change: number }) {
  if (change === 0) return <span className="num ticker-change">N/A</span>
  return (
    <span className="num ticker-change" data-change={change > 0 ? 'gain' : 'loss'}>
      {formatPercent(change)}
    </span>
  )
}
