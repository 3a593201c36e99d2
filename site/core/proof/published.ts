/** What the platform publishes, to check files against. A saved page asks no server: then nothing is known. */
import { API_BASE } from '#contract/call'
import type { ResponseOf } from '#contract/endpoint'
import type { proof as contract } from '#contract/proof'
import type { Snapshot } from '#shared/proof/snapshot'

type SnapshotList = ResponseOf<typeof contract.list>

/** Whether the page was opened from a file. */
export const isSavedPage = (): boolean => location.protocol === 'file:'

/** A public response; undefined when it could not be read, and in a saved page. */
export async function readPublic<T>(path: string): Promise<T | undefined> {
  if (isSavedPage()) return undefined
  try {
    const response = await fetch(path)
    return response.ok ? ((await response.json()) as T) : undefined
  } catch {
    return undefined
  }
}

/** Where the published key is. */
const KEY_PATH = '/.well-known/lodefield-proof.json'

/** The key that signs, and those that signed before it; undefined when they are not known. */
export async function readKeys(): Promise<string[] | undefined> {
  const published = await readPublic<{ public_key: string; earlier_keys?: string[] }>(KEY_PATH)
  return published && [published.public_key, ...(published.earlier_keys ?? [])]
}

const DAY_MS = 86_400_000

/** The snapshot that was published before this one; undefined for the first, and when it is not known. */
export async function readSnapshotBefore(snapshot: Snapshot): Promise<Snapshot | undefined> {
  const time = Date.parse(snapshot.date)
  if (snapshot.previous_hash === null || Number.isNaN(time)) return undefined
  const dayAfter = new Date(time + DAY_MS).toISOString().slice(0, 10)
  const list = await readPublic<SnapshotList>(`${API_BASE}/proof?before=${dayAfter}`)
  const before =
    list?.snapshots.find(({ hash }) => hash === snapshot.previous_hash) ??
    list?.snapshots.find(({ id, date }) => id !== snapshot.id && Date.parse(date) < time)
  return before && readPublic<Snapshot>(`${API_BASE}/proof/${before.id}`)
}
