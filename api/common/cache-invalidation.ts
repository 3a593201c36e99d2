/**
 * Responses cached in memory for all callers, and the changes that expire them.
 *
 * The database announces a change of the rows behind a topic (migration `triggers`), so that every instance
 * makes its responses again; the instance that wrote does not wait for that notification.
 */
import { afterCommit } from '#db/connection'
import type { ChannelListener } from '#db/notify-listener'

/** The data that cached responses are made from. */
export type CacheTopic = 'settings' | 'departments' | 'tokens' | 'documents' | 'series' | 'banner'

const watchers = new Map<string, Set<() => void>>()

const notify = (topic: string): void => {
  for (const expire of watchers.get(topic) ?? []) expire()
}

/** Calls `expire` whenever the rows behind `topic` have changed. */
export function onInvalidation(topic: CacheTopic, expire: () => void): void {
  const known = watchers.get(topic) ?? new Set()
  watchers.set(topic, known.add(expire))
}

/** Call it in the transaction that writes rows behind `topic`: after the commit the responses are made again. */
export const invalidateCache = (topic: CacheTopic): void => afterCommit(() => notify(topic))

/** The listener of the channel `shared_changed`. */
export const cacheInvalidations: ChannelListener = {
  onNotification: notify,
  // Changes may have been missed while the connection was down.
  onConnected: () => [...watchers.keys()].forEach(notify),
}
