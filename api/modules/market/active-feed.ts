/** The feed of this instance, and the jobs that keep it up to date. */

import type { Logger } from '#common/logger'
import { findService, getService, provideServices } from '#common/service-container'
import type { ChannelListener } from '#db/notify-listener'
import { createLiveFeed } from './live-feed.ts'
import type { MarketFeed } from './market-feed.ts'
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

interface MarketState {
  mode: MarketOptions['feed']
  feed: MarketFeed | undefined
  poller: Poller | undefined
  /** Changes with every change of prices. */
  version: number
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    market: MarketState
  }
}

/** The feed, if there is one. */
export const getActiveFeed = (): MarketFeed | undefined => findService('market')?.feed

/** Changes with every change of prices. */
export const getMarketVersion = (): number => getService('market').version

/** Chooses the feed; called once at start. Also succeeds without a network. */
export async function startMarketFeed({
  feed: chosen,
  seed,
  log,
  onChange,
  ...addresses
}: MarketOptions): Promise<Market> {
  const live = chosen === 'live' ? createLiveFeed() : undefined
  const poller = live && createPoller({ sources: createSources(addresses), log })
  const market: MarketState = {
    mode: chosen,
    feed: chosen === 'simulated' ? createSimulatedFeed(seed) : live,
    poller,
    version: (findService('market')?.version ?? 0) + 1,
  }
  provideServices({ market })
  if (!live || !poller) return { channel: { onNotification() {} }, close: async () => {} }

  const load = async () => {
    await live.load()
    market.version += 1
    onChange()
  }
  await load()
  poller.start()
  return {
    channel: {
      onNotification() {
        load().catch((err) => log.warn({ err }, 'new prices could not be read'))
      },
      onConnected: load,
    },
    close: () => poller.close(),
  }
}

/** The market's part of the readiness response. */
export function getMarketReadiness() {
  const { mode, feed, poller } = getService('market')
  if (mode !== 'live') return { market: mode } as const
  const quotes = feed?.snapshot()?.quotes ?? []
  const isFresh = quotes.some(({ stale }) => !stale)
  const state = quotes.length === 0 ? 'unavailable' : isFresh ? 'live' : 'stale'
  return { market: state, ...(poller && { market_sources: poller.describe() }) } as const
}
