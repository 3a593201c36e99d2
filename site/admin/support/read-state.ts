/** What of the desk was opened in this browser: the rest is marked as new. */
import { atom } from 'nanostores'
import { onBrowserMount, watchStorage } from '#core/browser/browser-mount'

const KEY = 'deskSeen'
/** The oldest are forgotten: they are long answered. */
const KEPT = 500

type Seen = Readonly<Record<string, string>>

function read(): Seen {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Seen) : {}
  } catch {
    return {}
  }
}

/** When the last thing seen of an item happened, by its reference. */
export const $seen = atom<Seen>({})
onBrowserMount($seen, () => watchStorage([KEY], () => $seen.set(read())))

/** Marks what has happened to an item until `at` as seen. */
export function markSeen(reference: string, at: string): void {
  const { [reference]: before, ...others } = read()
  if (before !== undefined && before >= at) return
  const entries = [...Object.entries(others), [reference, at] as const].slice(-KEPT)
  const seen = Object.fromEntries(entries)
  $seen.set(seen)
  try {
    localStorage.setItem(KEY, JSON.stringify(seen))
  } catch {}
}
