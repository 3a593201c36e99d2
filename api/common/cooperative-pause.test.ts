import { expect, test } from 'vitest'
import { createYield } from './cooperative-pause.ts'

/** Computes for longer than the interval between two pauses. */
function compute(): void {
  const until = performance.now() + 10
  while (performance.now() < until);
}

test.each([0, 1])('lets other work run after enough computing, with a rest factor of %d', async (rest) => {
  const pause = createYield({ rest })
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
  const pause = createYield({ signal: ending.signal })
  ending.abort()
  compute()
  expect(pause).toThrow('aborted')
})
