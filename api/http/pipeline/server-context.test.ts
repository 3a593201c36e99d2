import { expect, test } from 'vitest'
import { createRequestId } from './server-context.ts'

test('request ids are 16 random characters, unique and unpredictable', () => {
  const ids = Array.from({ length: 5_000 }, createRequestId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16}$/)
  // A counter, in any base, leaves most characters of two successive ids equal.
  const samePlaces = ids
    .slice(1)
    .map((id, at) => [...id].filter((letter, place) => letter === ids[at]?.[place]).length)
  expect(Math.max(...samePlaces)).toBeLessThan(8)
})
