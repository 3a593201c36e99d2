import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReplayBuffer } from './replay-buffer.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an event is replayed for a while after it was last published', () => {
  const memory = createReplayBuffer(1000)
  memory.keep('user:1', 'portfolio')
  vi.advanceTimersByTime(600)
  memory.keep('user:1', 'notifications')
  memory.keep('user:2', 'portfolio')
  expect(memory.recall('user:1')).toEqual(['portfolio', 'notifications'])
  vi.advanceTimersByTime(400)
  expect(memory.recall('user:1')).toEqual(['notifications'])
  expect(memory.recall('user:3')).toEqual([])
  vi.advanceTimersByTime(600)
  expect(memory.recall('user:1')).toEqual([])
})

test('old topics are evicted, and the oldest ones above the maximum', () => {
  const memory = createReplayBuffer(1000)
  memory.keep('user:1', 'portfolio')
  memory.keep('user:2', 'portfolio')
  vi.advanceTimersByTime(1000)
  memory.keep('user:3', 'portfolio')
  expect(memory.size).toBe(1)
  for (let user = 0; user < 30_000; user += 1) memory.keep(`user:${user}`, 'notifications')
  expect(memory.size).toBe(20_000)
  expect(memory.recall('user:1')).toEqual([])
  expect(memory.recall('user:29999')).toEqual(['notifications'])
})
