/** What was opened from the palette last: kept for this tab alone, because it names people. */
import { $administrator } from '#core/session/admin-session'
import type { PaletteItem } from './commands.ts'

const MAX = 8

const keyOf = (): string => `palette:${$administrator.get() ?? 0}`

const isItem = (value: unknown): value is PaletteItem =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'kind', 'title', 'subtitle', 'link'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  )

/** The items opened last, the newest first. */
export function readRecent(): PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, MAX) : []
  } catch {
    // Without storage there are none.
    return []
  }
}

/** Remembers an item as the one opened last. */
export function remember(item: PaletteItem): void {
  try {
    const others = readRecent().filter(({ id }) => id !== item.id)
    sessionStorage.setItem(keyOf(), JSON.stringify([item, ...others].slice(0, MAX)))
  } catch {}
}
