import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

/** Computes for longer than is computed between two pauses. */
function compute(): void {
  const until = performance.now() + 10
  while (performance.now() < until);
}

test.each([0, 1])('lets other work run after enough was computed, with a rest of %d', async (rest) => {
  const pause = createPause({ rest })
  compute()
  const turns = { count: 0 }
  setImmediate(() => {
    turns.count += 1
  })
  await pause()
  expect(turns.count).toBe(1)
})

test('ends with its signal', async () => {
  const ending = new AbortController()
  const pause = createPause({ signal: ending.signal })
  ending.abort()
  compute()
  expect(pause).toThrow('aborted')
})
