import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { pauseIcon, playIcon } from '#ui/icons/playback'
import './ticker.css'
import { formatMoney, formatPercent } from '#core/format'
import { $ticker, listTickerItems, type TickerItem, type TickerState } from '#core/market'
import { Icon } from '#ui/Icon'
import { Mark } from '#ui/Mark'

/**
 * `auto` runs, and waits while the pointer or the focus is on the ticker; `paused` and `running` are
 * what a person chose.
 */
type Motion = 'auto' | 'paused' | 'running'

/** The band of market prices. The built pages hold no price: it says 'Loading...' until there are any. */
export function Ticker() {
  const state = useStore($ticker, { ssr: 'initial' })
  const [motion, setMotion] = useState<Motion>('auto')
  const items = listTickerItems(state)
  const paused = motion === 'paused'
  return (
    <div
      className="ticker"
      aria-busy={state.status === 'loading'}
      data-status={state.status}
      data-motion={motion}
    >
      <div className="ticker-head">
        <button
          type="button"
          className="ticker-button"
          aria-label={paused ? 'Play the price ticker' : 'Pause the price ticker'}
          onClick={() => setMotion(paused ? 'running' : 'paused')}
          onBlur={() => setMotion((chosen) => (chosen === 'running' ? 'auto' : chosen))}
        >
          <Icon of={paused ? playIcon : pauseIcon} size={16} />
        </button>
        <TickerMark state={state} />
      </div>
      <section
        className="ticker-view"
        aria-label="Market prices in US dollars, with the change over 24 hours"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where motion is reduced, and waits while focused
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

/** The provenance of the figures; its dot is the indicator: pulsing while an answer is awaited. */
function TickerMark({ state }: { state: TickerState }) {
  const dot = <i className="ticker-dot" data-updating={state.updating} />
  if (state.status === 'loading') return <span className="mark">{dot}Updating</span>
  return state.status === 'sample' ? (
    <Mark provenance="sample" dot={dot} />
  ) : (
    <Mark provenance={state.provenance} asOf={state.asOf} dot={dot} />
  )
}

/** The six prices; a second time, for the eye only, to close the loop. */
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
