/** Deliberately slow calls, and the moment after which a screen no longer changes by itself. */
import type { Page, Request as PageRequest } from '@playwright/test'

interface Calls {
  pending: number
}

/**
 * Delays every call to the API for a moment, so that the pending state is painted. Each waits slightly longer than the
 * previous one, so that their responses are painted one by one. Event streams stay silent. Done in the page rather than
 * by a route, which would disable the browser's cache.
 */
export function holdCalls({ first, step }: { first: number; step: number }) {
  const calls: Calls = { pending: 0 }
  Object.assign(window, { calls })
  const send = window.fetch
  let free = 0
  const hold = async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (!pathname.startsWith('/api/v1/')) return send(input, init)
    if (pathname.endsWith('/events')) return new Promise(() => {})
    calls.pending += 1
    free = Math.max(performance.now() + first, free + step)
    const delay = free - performance.now()
    await new Promise((resolve) => setTimeout(resolve, delay))
    return send(input, init).finally(() => {
      calls.pending -= 1
    })
  }
  window.fetch = hold as typeof fetch
}

/** Counts the pending requests of a page, such as those for files of a screen. */
export function countRequests(page: Page): () => number {
  const pending = new Set<PageRequest>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return () => pending.size
}

/** Waits until no call and no file is pending, no loading state is shown, and a few frames have been drawn since. */
export async function untilSettled(page: Page, pending: () => number): Promise<void> {
  do {
    await page.waitForFunction(() => {
      const { calls } = window as unknown as { calls: Calls }
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getBoundingClientRect().top < innerHeight
      const isBusy = [...document.querySelectorAll('.skeleton, [aria-busy="true"]')].some(isShown)
      const state = window as unknown as { quietFrames?: number }
      const isQuiet = calls.pending === 0 && !isBusy && document.readyState === 'complete'
      state.quietFrames = isQuiet ? (state.quietFrames ?? 0) + 1 : 0
      return state.quietFrames > 3
    })
  } while (pending() > 0)
}
