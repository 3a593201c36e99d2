/** What core needs of a browser, for its unit tests: storage that tells listeners of other tabs' changes. */
export function installStorage(): { changeInOtherTab: (key: string, value: string | null) => void } {
  const entries = new Map<string, string>()
  const events = new EventTarget()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
  Object.assign(globalThis, { localStorage: storage, window: events })
  return {
    changeInOtherTab: (key, value) => {
      if (value === null) storage.removeItem(key)
      else storage.setItem(key, value)
      events.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }
}
