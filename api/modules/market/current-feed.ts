/** The feed this instance answers from, and what keeps it up to date. */

import type { Logger } from '#common/log'
import type { ChannelListener } from '#db/notify-listener'
import type { MarketFeed } from './feed.ts'
import { createLiveFeed } from './live-feed.ts'
import { createPoller, type Poller } from './poller.ts'
import { createSimulatedFeed } from './providers/simulated.ts'
import { createSources, type SourceAddresses } from './providers/sources.ts'

interface MarketOptions extends SourceAddresses {
  feed: 'live' | 'simulated' | 'off'
  /** Seed of the simulated feed. */
  seed: number
  log: Logger
  /** Told when there are new prices. */
  onChange: () => void
}

export interface Market {
  /** What the database announces as `prices_changed`. */
  channel: ChannelListener
  close(): Promise<void>
}

let mode: MarketOptions['feed'] = 'off'
let feed: MarketFeed | undefined
let poller: Poller | undefined
let version = 0

/** The feed, if there is one. */
export const currentFeed = (): MarketFeed | undefined => feed

/** Another number after every change of prices. */
export const marketVersion = (): number => version

/** Says where prices come from; called once at start. Without a network it is as ready as with one. */
export async function openMarket({
  feed: chosen,
  seed,
  log,
  onChange,
  ...addresses
}: MarketOptions): Promise<Market> {
  mode = chosen
  feed = chosen === 'simulated' ? createSimulatedFeed(seed) : undefined
  poller = undefined
  version += 1
  if (chosen !== 'live') return { channel: { onNotice() {} }, close: async () => {} }

  const live = createLiveFeed()
  feed = live
  const load = async () => {
    await live.load()
    version += 1
    onChange()
  }
  await load()
  const asking = createPoller({ sources: createSources(addresses), log })
  poller = asking
  asking.start()
  return {
    channel: {
      onNotice() {
        load().catch((err) => log.warn({ err }, 'new prices could not be read'))
      },
      onConnected: load,
    },
    close: () => asking.close(),
  }
}

/** What the readiness answer says of the market. */
export function describeMarket() {
  if (mode !== 'live') return { market: mode } as const
  const quotes = feed?.snapshot()?.quotes ?? []
  const isFresh = quotes.some(({ stale }) => !stale)
  const state = quotes.length === 0 ? 'unavailable' : isFresh ? 'live' : 'stale'
  return { market: state, ...(poller && { market_sources: poller.describe() }) } as const
}
