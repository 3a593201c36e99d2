import { expect, test } from 'vitest'
import { formatFilePeriod } from './file-name-period.ts'

test.each([
  [{ from: '2026-01-01', to: '2026-06-30' }, '2026-01-01-to-2026-06-30'],
  [{ from: '2025-01-01', to: '2025-12-31' }, '2025'],
  [{ from: '2024-01-01', to: '2025-12-31' }, '2024-01-01-to-2025-12-31'],
  [{ from: '2026-06-30', to: '2026-06-30' }, '2026-06-30'],
  [{ from: '2026-06-30' }, 'from-2026-06-30'],
  [{ to: '2026-06-30' }, 'to-2026-06-30'],
  [{ on: '2026-06-30' }, '2026-06-30'],
  [{}, '2026-11-23'],
])('names the days %j', (days, name) => {
  expect(formatFilePeriod(days, '2026-11-23')).toBe(name)
})
