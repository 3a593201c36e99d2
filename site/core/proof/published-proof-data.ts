/** Published data to verify files against. A saved page makes no requests, so nothing is known there. */

import type { ResponseOf } from '#contract/endpoint'
import type { proof as contract } from '#contract/holdings/proof'
import { API_BASE } from '#contract/request-url'
import { hasDuplicateKey, type KnownKey, listKeys, type PublishedKeyFile } from '#shared/proof/published-keys'
import type { Snapshot } from '#shared/proof/snapshot'

type SnapshotList = ResponseOf<typeof contract.list>

/** Whether the page was opened from a file. */
export const isSavedPage = (): boolean => location.protocol === 'file:'

const NOT_FOUND = 404

/** A public response; null for 404, undefined if it could not be read or the page was opened from a file. */
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

/** A public response; undefined if it could not be read or the page was opened from a file. */
export const fetchPublicJson = async <T>(path: string, cache?: RequestCache): Promise<T | undefined> =>
  (await fetchPublic<T>(path, cache)) ?? undefined

/** URL of the published keys. */
const KEY_PATH = '/.well-known/lodefield-proof.json'

/** The current signing key and earlier ones; undefined if they are unknown or one is listed twice. */
export async function fetchPublishedKeys(): Promise<KnownKey[] | undefined> {
  // Fetched each time because a copy can be older than the newest snapshot.
  const published = await fetchPublicJson<PublishedKeyFile>(KEY_PATH, 'no-cache')
  const keys = published && listKeys(published)
  return keys && !hasDuplicateKey(keys) ? keys : undefined
}

/** The published snapshot with this id; null if there is none, undefined if unknown. */
const readSnapshot = (id: string): Promise<Snapshot | null | undefined> =>
  fetchPublic<Snapshot>(`/proof/${encodeURIComponent(id)}.json`)

/** The id of the newest snapshot; undefined if unknown. */
async function readLatest(): Promise<string | undefined> {
  const list = await fetchPublicJson<SnapshotList>(`${API_BASE}/proof`)
  return list?.snapshots[0]?.id
}

/** The newest snapshot; undefined if unknown. */
export async function fetchLatestSnapshot(): Promise<Snapshot | undefined> {
  const id = await readLatest()
  return id === undefined ? undefined : ((await readSnapshot(id)) ?? undefined)
}

const DAY_MS = 86_400_000

/** The previously published snapshot; null if there was none, undefined if unknown. */
async function readSnapshotBefore(snapshot: Snapshot): Promise<Snapshot | null | undefined> {
  const time = Date.parse(snapshot.date)
  if (Number.isNaN(time)) return undefined
  const dayAfter = new Date(time + DAY_MS).toISOString().slice(0, 10)
  const list = await fetchPublicJson<SnapshotList>(`${API_BASE}/proof?before=${dayAfter}`)
  if (!list) return undefined
  const before =
    list.snapshots.find(({ hash }) => hash === snapshot.previous_hash) ??
    list.snapshots.find(({ id, date }) => id !== snapshot.id && Date.parse(date) < time)
  if (!before) return list.has_earlier ? undefined : null
  return fetchPublicJson<Snapshot>(`${API_BASE}/proof/${before.id}`)
}

/** Everything published about a snapshot, to verify a copy against; unknown parts are undefined. */
export async function fetchPublishedFacts(snapshot: Snapshot) {
  const [keys, published, previous, latest] = await Promise.all([
    fetchPublishedKeys(),
    readSnapshot(snapshot.id),
    readSnapshotBefore(snapshot),
    readLatest(),
  ])
  return { keys, published, previous, latest }
}
export type PublishedFacts = Awaited<ReturnType<typeof fetchPublishedFacts>>
