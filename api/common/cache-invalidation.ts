/**
 * Answers that are held in memory for everybody, and what makes them out of date.
 *
 * The database announces a change of the rows behind a topic (migration `shared_changes`), so that every
 * instance makes its answers anew; the instance that wrote does not wait for that announcement.
 */
import { afterCommit } from '#db/connection'
import type { ChannelListener } from '#db/notices'

/** What shared answers are made of. */
export type SharedTopic = 'settings' | 'departments' | 'tokens' | 'documents'

const watchers = new Map<string, Set<() => void>>()

const tell = (topic: string): void => {
  for (const expire of watchers.get(topic) ?? []) expire()
}

/** Calls `expire` whenever the rows behind `topic` have changed. */
export function watchShared(topic: SharedTopic, expire: () => void): void {
  const known = watchers.get(topic) ?? new Set()
  watchers.set(topic, known.add(expire))
}

/** Call it in the transaction that writes rows behind `topic`: after the commit the answers are made anew. */
export const renewShared = (topic: SharedTopic): void => afterCommit(() => tell(topic))

/** What the database announces as `shared_changed`. */
export const sharedChanges: ChannelListener = {
  onNotice: tell,
  // Something may have changed while nobody listened.
  onConnected: () => [...watchers.keys()].forEach(tell),
}
