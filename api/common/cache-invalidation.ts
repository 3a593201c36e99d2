/**
 * Responses cached in memory for all callers, and the changes that expire them.
 *
 * The database announces changes to the rows behind a topic (migration `triggers`), so every instance rebuilds its
 * responses. The instance that wrote does not wait for the notification.
 */
import { afterCommit } from '#db/connection'
import type { ChannelListener } from '#db/notify-listener'

/** The data that cached responses are built from. */
export type CacheTopic = 'settings' | 'departments' | 'tokens' | 'documents' | 'series' | 'banner'

const watchers = new Map<string, Set<() => void>>()

const notify = (topic: string): void => {
  for (const expire of watchers.get(topic) ?? []) expire()
}

/** Calls `expire` whenever rows behind `topic` have changed. */
export function onCacheInvalidated(topic: CacheTopic, expire: () => void): void {
  const known = watchers.get(topic) ?? new Set()
  watchers.set(topic, known.add(expire))
}

/** Call this in the transaction that writes rows behind `topic`: responses are rebuilt after the commit. */
export const invalidateCache = (topic: CacheTopic): void => afterCommit(() => notify(topic))

/** The listener on the channel `shared_changed`. */
export const cacheInvalidations: ChannelListener = {
  onNotification: notify,
  // Changes may have been missed while the connection was down.
  onConnected: () => [...watchers.keys()].forEach(notify),
}
