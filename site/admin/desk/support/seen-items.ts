/** The support items opened in this browser; all others are shown as new. */
import { atom } from 'nanostores'
import { onBrowserMount, subscribeToStorage } from '#core/browser/browser-mount'

const KEY = 'deskSeen'
/** The oldest entries are removed because their items were answered long ago. */
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

/** The time of an item's last read event, by its reference. */
export const $seenItems = atom<Seen>({})
onBrowserMount($seenItems, () => subscribeToStorage([KEY], () => $seenItems.set(read())))

/** Marks the events of an item up to `at` as read. */
export function markItemSeen(reference: string, at: string): void {
  const { [reference]: before, ...others } = read()
  if (before !== undefined && before >= at) return
  const entries = [...Object.entries(others), [reference, at] as const].slice(-KEPT)
  const seen = Object.fromEntries(entries)
  $seenItems.set(seen)
  try {
    localStorage.setItem(KEY, JSON.stringify(seen))
  } catch {}
}
