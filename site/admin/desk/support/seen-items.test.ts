import { beforeEach, expect, test, vi } from 'vitest'
import { $seenItems, markItemSeen } from './seen-items.ts'

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  })
})

test('keeps an item read until something newer happens', () => {
  markItemSeen('L-000001', '2026-11-02T09:30:00.000Z')
  markItemSeen('L-000001', '2026-11-01T09:30:00.000Z')
  expect($seenItems.get()['L-000001']).toBe('2026-11-02T09:30:00.000Z')
  markItemSeen('L-000001', '2026-11-03T09:30:00.000Z')
  expect($seenItems.get()['L-000001']).toBe('2026-11-03T09:30:00.000Z')
})

test('removes the oldest entries', () => {
  for (let n = 0; n < 505; n += 1) markItemSeen(`T-${n}`, '2026-11-02T09:30:00.000Z')
  expect(Object.keys($seenItems.get())).toHaveLength(500)
  expect($seenItems.get()['T-0']).toBeUndefined()
  expect($seenItems.get()['T-504']).toBeDefined()
})
