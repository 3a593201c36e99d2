/** Items last opened from the palette, stored only for this tab because they name people. */
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

/** The last opened items, newest first. */
export function listRecentItems(): PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, MAX) : []
  } catch {
    // Without storage there are none.
    return []
  }
}

/** Records an item as the last one opened. */
export function addRecentItem(item: PaletteItem): void {
  try {
    const others = listRecentItems().filter(({ id }) => id !== item.id)
    sessionStorage.setItem(keyOf(), JSON.stringify([item, ...others].slice(0, MAX)))
  } catch {}
}
