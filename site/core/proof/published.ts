/** What the platform publishes, to check files against. A saved page asks no server: then nothing is known. */
import { API_BASE } from '#contract/call'
import type { ResponseOf } from '#contract/endpoint'
import type { proof as contract } from '#contract/proof'
import { hasKeyTwice, type KeyFile, type KnownKey, listKeys } from '#shared/proof/keys'
import type { Snapshot } from '#shared/proof/snapshot'

type SnapshotList = ResponseOf<typeof contract.list>

/** Whether the page was opened from a file. */
export const isSavedPage = (): boolean => location.protocol === 'file:'

const NOT_FOUND = 404

/** A public response; null for 404, undefined when it could not be read, and in a saved page. */
async function fetchPublic<T>(path: string, cache?: RequestCache): Promise<T | null | undefined> {
  if (isSavedPage()) return undefined
  try {
    const response = await fetch(path, cache && { cache })
    if (response.status === NOT_FOUND) return null
    return response.ok ? ((await response.json()) as T) : undefined
  } catch {
    return undefined
  }
}

/** A public response; undefined when it could not be read, and in a saved page. */
export const readPublic = async <T>(path: string, cache?: RequestCache): Promise<T | undefined> =>
  (await fetchPublic<T>(path, cache)) ?? undefined

/** Where the published keys are. */
const KEY_PATH = '/.well-known/lodefield-proof.json'

/** The key that signs, and those that signed before it; undefined when they are not known, or one stands twice. */
export async function readKeys(): Promise<KnownKey[] | undefined> {
  // Asked for each time: a copy can be older than the newest snapshot.
  const published = await readPublic<KeyFile>(KEY_PATH, 'no-cache')
  const keys = published && listKeys(published)
  return keys && !hasKeyTwice(keys) ? keys : undefined
}

/** The snapshot that is published under an id; null where there is none, undefined when it is not known. */
const readSnapshot = (id: string): Promise<Snapshot | null | undefined> =>
  fetchPublic<Snapshot>(`/proof/${encodeURIComponent(id)}.json`)

/** The id of the newest snapshot; undefined when it is not known. */
async function readLatest(): Promise<string | undefined> {
  const list = await readPublic<SnapshotList>(`${API_BASE}/proof`)
  return list?.snapshots[0]?.id
}

/** The newest snapshot; undefined when it is not known. */
export async function readNewest(): Promise<Snapshot | undefined> {
  const id = await readLatest()
  return id === undefined ? undefined : ((await readSnapshot(id)) ?? undefined)
}

const DAY_MS = 86_400_000

/** The snapshot that was published before this one; null where none was, undefined when it is not known. */
async function readSnapshotBefore(snapshot: Snapshot): Promise<Snapshot | null | undefined> {
  const time = Date.parse(snapshot.date)
  if (Number.isNaN(time)) return undefined
  const dayAfter = new Date(time + DAY_MS).toISOString().slice(0, 10)
  const list = await readPublic<SnapshotList>(`${API_BASE}/proof?before=${dayAfter}`)
  if (!list) return undefined
  const before =
    list.snapshots.find(({ hash }) => hash === snapshot.previous_hash) ??
    list.snapshots.find(({ id, date }) => id !== snapshot.id && Date.parse(date) < time)
  if (!before) return list.has_earlier ? undefined : null
  return readPublic<Snapshot>(`${API_BASE}/proof/${before.id}`)
}

/** All that is published about a snapshot, to check a copy of it against; what is not known is undefined. */
export async function readPublished(snapshot: Snapshot) {
  const [keys, published, previous, latest] = await Promise.all([
    readKeys(),
    readSnapshot(snapshot.id),
    readSnapshotBefore(snapshot),
    readLatest(),
  ])
  return { keys, published, previous, latest }
}
export type PublishedFacts = Awaited<ReturnType<typeof readPublished>>
