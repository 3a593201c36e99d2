import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('sends the first call immediately and those during a pause as one at its end', () => {
  const send = vi.fn()
  const { call } = throttle(send, 1_000)
  for (let n = 0; n < 50; n++) call()
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(send).toHaveBeenCalledTimes(2)
  call()
  expect(send).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(2_000)
  expect(send).toHaveBeenCalledTimes(3)
  call()
  expect(send).toHaveBeenCalledTimes(4)
})

test('sends nothing after it is closed', () => {
  const send = vi.fn()
  const { call, close } = throttle(send, 1_000)
  call()
  call()
  close()
  vi.advanceTimersByTime(5_000)
  expect(send).toHaveBeenCalledTimes(1)
})
