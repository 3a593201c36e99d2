import { vi } from 'vitest'

/**
 * Disables timeouts of exactly `milliseconds` until the returned function is called: on a busy machine no call is
 * rejected for waiting that long, so a test sees only what it is about.
 */
export function disableTimeouts(milliseconds: number): () => void {
  const start = globalThis.setTimeout
  const never = 2 ** 31 - 1
  const stopped = (work: () => void, delay?: number) => start(work, delay === milliseconds ? never : delay)
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(stopped as typeof setTimeout)
  return () => spy.mockRestore()
}
