import { $administrator } from '#core/session/admin-session'

/** A message that is not sent yet, kept for this tab alone: a reload does not lose it. */
export function draftOf<V extends Record<string, string>>(name: string, empty: V) {
  const key = `notification-draft:${$administrator.get() ?? 0}:${name}`
  return {
    /** What was kept; the fields of `empty` without it. */
    read(): V {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        if (typeof kept !== 'object' || kept === null) return empty
        const texts = Object.entries(kept).filter(
          ([field, text]) => field in empty && typeof text === 'string',
        )
        return { ...empty, ...Object.fromEntries(texts) }
      } catch {
        return empty
      }
    },
    /** Keeps it; forgets it where nothing differs from `empty`. */
    keep(values: V): void {
      try {
        if (Object.keys(empty).every((field) => values[field] === empty[field]))
          sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(values))
      } catch {}
    },
  }
}
