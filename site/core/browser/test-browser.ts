import { vi } from 'vitest'

/**
 * The browser features core needs in its unit tests: a location, and storage that reports changes made by other tabs.
 */
interface StandIn {
  changeInOtherTab: (key: string, value: string | null) => void
  /** URLs the page was sent to. */
  visits: string[]
}

export function installFakeBrowser(origin = 'http://localhost'): StandIn {
  const visits: string[] = []
  const storage = createStorage()
  const location = {
    origin,
    pathname: '/access/dashboard',
    search: '?tab=market',
    assign: (address: string) => void visits.push(address),
  }
  const events = Object.assign(new EventTarget(), { location })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('window', events)
  vi.stubGlobal('location', location)
  return {
    visits,
    changeInOtherTab: (key, value) => {
      if (value === null) storage.removeItem(key)
      else storage.setItem(key, value)
      events.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }
}

function createStorage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}
