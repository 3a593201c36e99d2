import Bowser from 'bowser'

export interface Device {
  /** Such as `Firefox 131`; empty if unknown. */
  browser: string
  /** Such as `Windows 10`. */
  os: string
}

const LONGEST = 100

const join = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ').slice(0, LONGEST)

/** Parses a `User-Agent` header. It is the caller's claim and proves nothing. */
export function parseUserAgent(userAgent: string): Device {
  // The library throws on an empty string.
  if (userAgent.trim() === '') return { browser: '', os: '' }
  const { browser, os } = Bowser.parse(userAgent)
  return {
    browser: join(browser.name, browser.version?.split('.')[0]),
    os: join(os.name, os.versionName ?? os.version),
  }
}
