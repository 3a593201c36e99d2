/** Live events: what the database announces, sent to the investors concerned, to administrators and to visitors. */

import type { Caller } from '#common/access-token'
import { listNetworks } from '#common/client-network'
import { findService, getService, provideServices } from '#common/service-container'
import { SESSION_EXPIRED } from '#common/session-revocation'
import { adminEventNames } from '#contract/platform/admin-events'
import { type EventName, eventNames, PRICES_TOPIC } from '#contract/platform/events'
import { Problem } from '#contract/problem'
import type { ChannelListener } from '#db/notify-listener'
import { createStreams, type StreamRequest, type Streams } from './stream-registry.ts'
import { throttle } from './throttle.ts'

const SESSION = 'session'
const SERIES = 'series' satisfies EventName

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** The open event streams. */
    streams: Streams
  }
}

const userTopic = (userId: number | string) => `user:${userId}`
/** The topic of all investors, and its events. */
const INVESTORS = 'investors'
const SHARED_EVENTS: readonly string[] = ['tokens', 'documents'] satisfies EventName[]
/**
 * Milliseconds between two announcements of series: each subscription causes one, and many arrive when an offering
 * opens.
 */
const SERIES_PAUSE_MS = 1_000
/** The topic of all administrators. */
const PANEL = 'panel'

/** The events sent to each of them after a gap; shared by all listeners. */
const INVESTOR_EVENTS = eventNames.filter((name) => name !== SESSION)
const PANEL_EVENTS = adminEventNames.filter((name) => name !== SESSION)
const VISITOR_EVENTS = [PRICES_TOPIC]

/** For one network (`getCallerNetwork`): a company's visitors may share an IP address. */
const ADDRESS_MAX = 100
/** The remaining streams of an instance are reserved for investors. */
const VISITORS_MAX = 15_000
/** Milliseconds after which a visitor's stream ends; the browser reconnects. */
const VISITOR_STREAM_MS = 3_600_000

/**
 * Prepares this module. `channel` is what the database announces as `user_changed`, `panelChannel` as `panel_changed`.
 */
export function startLiveEvents(options?: Parameters<typeof createStreams>[0]): {
  channel: ChannelListener
  panelChannel: ChannelListener
  /** Notifies all listening investors that shared data changed; other topics are ignored. */
  announceShared(topic: string): void
  /** Notifies all listening visitors that prices changed. */
  announcePrices(): void
  close(): void
} {
  const opened = createStreams(options)
  provideServices({ streams: opened })
  const series = throttle(() => opened.publish(INVESTORS, SERIES), SERIES_PAUSE_MS)
  const unwatch = getService('revokedSessions').watch((id) => opened.endSession(id, SESSION))
  return {
    channel: {
      onNotification(payload) {
        const [event = '', userId = ''] = payload.split(' ')
        opened.publish(userTopic(userId), event)
      },
      onConnected: () => opened.catchUp(),
    },
    // Both channels share one connection, and the other one notices when it breaks.
    panelChannel: { onNotification: (topic) => opened.publish(PANEL, topic) },
    announceShared(topic) {
      if (topic === SERIES) series.call()
      else if (SHARED_EVENTS.includes(topic)) opened.publish(INVESTORS, topic)
    },
    // Without replay: a new listener for prices also fetches them at intervals.
    announcePrices: () => opened.announce(PRICES_TOPIC, PRICES_TOPIC),
    close() {
      unwatch()
      series.close()
      opened.close()
    },
  }
}

/** The number of streams that this instance has open. */
export const countStreams = (): number => findService('streams')?.size ?? 0

/** Opens a stream for the caller. It ends when the access token expires. */
function openFor(
  { sessionId, expiresAt }: Caller,
  subscription: Pick<StreamRequest, 'owner' | 'topic' | 'everything'>,
): ReadableStream<Uint8Array> {
  const streams = getService('streams')
  // The session may have ended after the guard checked it and before the stream was registered.
  if (typeof getService('revokedSessions').reasonOf(sessionId) === 'string') {
    throw new Problem('session_expired', SESSION_EXPIRED)
  }
  return streams.open({ ...subscription, sessionId, expiresAt })
}

/**
 * A stream of an investor's changes. It ends when its access token expires: the client reconnects with a new one and
 * reads what it may have missed. After `session` it need not reconnect.
 */
export const openEventStream = (caller: Caller): ReadableStream<Uint8Array> =>
  openFor(caller, { owner: userTopic(caller.id), topic: INVESTORS, everything: INVESTOR_EVENTS })

/** The same for an administrator, with changes to what the panel shows. */
export const openAdminEventStream = (caller: Caller): ReadableStream<Uint8Array> =>
  openFor(caller, { owner: `admin:${caller.id}`, topic: PANEL, everything: PANEL_EVENTS })

/** A stream of price changes for a visitor. Throws like every stream, but at a lower limit: investors come first. */
export function openPriceStream(address: string): ReadableStream<Uint8Array> {
  const streams = getService('streams')
  if (streams.count(PRICES_TOPIC) >= VISITORS_MAX) {
    throw new Problem('unavailable', 'Live updates are currently unavailable.', { retryAfter: 30 })
  }
  const [caller, ...wider] = listNetworks(address)
  return streams.open(
    {
      owner: `visitor:${caller?.name}`,
      networks: wider.length > 0 ? wider : undefined,
      topic: PRICES_TOPIC,
      sessionId: '',
      everything: VISITOR_EVENTS,
      // Spread out, so that clients that connected together do not reconnect together.
      expiresAt: Date.now() + VISITOR_STREAM_MS * (1 + Math.random() / 2),
    },
    ADDRESS_MAX,
  )
}
