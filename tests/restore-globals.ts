/**
 * Files share one global object: what a file replaced with `vi.stubGlobal` and fake timers is restored after it, and a
 * file that leaves a browser's globals behind fails itself, not a later one.
 */
import { afterAll, vi } from 'vitest'

const browserGlobals = ['window', 'document', 'location', 'localStorage', 'sessionStorage']

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const left = browserGlobals.filter((name) => Reflect.get(globalThis, name) !== undefined)
  if (left.length > 0) throw new Error(`Use vi.stubGlobal: the file leaves ${left.join(', ')} defined.`)
})
