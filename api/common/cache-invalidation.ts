/**
 * Answers that are held in memory for everybody, and what makes them out of date.
 *
 * The database announces a change of the rows behind a topic (migration `shared_changes`), so that every
 * instance makes its answers anew; the instance that wrote does not wait for that announcement.
 */
import { afterCommit } from '#db/connection'
import type { ChannelListener } from '#db/notify-listener'

/** What shared answers are made of. */
export type CacheTopic = 'settings' | 'departments' | 'tokens' | 'documents'

const watchers = new Map<string, Set<() => void>>()

const notify = (topic: string): void => {
  for (const expire of watchers.get(topic) ?? []) expire()
}

/** Calls `expire` whenever the rows behind `topic` have changed. */
export function onInvalidation(topic: CacheTopic, expire: () => void): void {
  const known = watchers.get(topic) ?? new Set()
  watchers.set(topic, known.add(expire))
}

/** Call it in the transaction that writes rows behind `topic`: after the commit the answers are made anew. */
export const invalidateCache = (topic: CacheTopic): void => afterCommit(() => notify(topic))

/** What the database announces as `shared_changed`. */
export const cacheInvalidations: ChannelListener = {
  onNotice: notify,
  // Something may have changed while nobody listened.
  onConnected: () => [...watchers.keys()].forEach(notify),
}
