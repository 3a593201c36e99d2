import { beforeEach, expect, test } from 'vitest'
import { $seen, markSeen } from './read-state.ts'

beforeEach(() => {
  const entries = new Map<string, string>()
  globalThis.localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  } as Storage
})

test('keeps an item read until something newer happens', () => {
  markSeen('L-000001', '2026-11-02T09:30:00.000Z')
  markSeen('L-000001', '2026-11-01T09:30:00.000Z')
  expect($seen.get()['L-000001']).toBe('2026-11-02T09:30:00.000Z')
  markSeen('L-000001', '2026-11-03T09:30:00.000Z')
  expect($seen.get()['L-000001']).toBe('2026-11-03T09:30:00.000Z')
})

test('removes the oldest entries', () => {
  for (let n = 0; n < 505; n += 1) markSeen(`T-${n}`, '2026-11-02T09:30:00.000Z')
  expect(Object.keys($seen.get())).toHaveLength(500)
  expect($seen.get()['T-0']).toBeUndefined()
  expect($seen.get()['T-504']).toBeDefined()
})
