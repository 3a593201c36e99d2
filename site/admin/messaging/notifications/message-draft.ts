import { $administrator } from '#core/session/admin-session'

/** An unsent message, stored only for this tab so that a reload does not lose it. */
export function createMessageDraft<V extends Record<string, string>>(name: string, empty: V) {
  const key = `notification-draft:${$administrator.get() ?? 0}:${name}`
  return {
    /** The stored draft, or the fields of `empty`. */
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
    /** Stores the draft; discards it if it equals `empty`. */
    keep(values: V): void {
      try {
        if (Object.keys(empty).every((field) => values[field] === empty[field]))
          sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(values))
      } catch {}
    },
  }
}
