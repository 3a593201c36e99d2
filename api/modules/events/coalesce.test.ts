import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('sends the first call at once and those of a pause as one at its end', () => {
  const send = vi.fn()
  const { call } = coalesce(send, 1_000)
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
  const { call, close } = coalesce(send, 1_000)
  call()
  call()
  close()
  vi.advanceTimersByTime(5_000)
  expect(send).toHaveBeenCalledTimes(1)
})
