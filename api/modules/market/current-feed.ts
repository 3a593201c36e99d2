/** The feed of this instance, and the jobs that keep it up to date. */

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
  /** Called when there are new prices. */
  onChange: () => void
}

export interface Market {
  /** The channel that the database announces as `prices_changed`. */
  channel: ChannelListener
  close(): Promise<void>
}

let mode: MarketOptions['feed'] = 'off'
let feed: MarketFeed | undefined
let poller: Poller | undefined
let version = 0

/** The feed, if there is one. */
export const currentFeed = (): MarketFeed | undefined => feed

/** Changes with every change of prices. */
export const marketVersion = (): number => version

/** Chooses the feed; called once at start. Also succeeds without a network. */
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

/** The market's part of the readiness response. */
export function describeMarket() {
  if (mode !== 'live') return { market: mode } as const
  const quotes = feed?.snapshot()?.quotes ?? []
  const isFresh = quotes.some(({ stale }) => !stale)
  const state = quotes.length === 0 ? 'unavailable' : isFresh ? 'live' : 'stale'
  return { market: state, ...(poller && { market_sources: poller.describe() }) } as const
}
