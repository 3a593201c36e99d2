import { expect, test } from 'vitest'
import { formatDueTime, formatTimeSpan } from './format-due-time.ts'

const minutes = (count: number) => count * 60_000

test('formats a duration with its two largest parts', () => {
  expect(
    [0, 1, 59, 60, 61, 125, 24 * 60, 25 * 60, 8 * 24 * 60 + 60].map((n) => formatTimeSpan(minutes(n))),
  ).toEqual(['1 min', '1 min', '59 min', '1 h', '1 h 1 min', '2 h 5 min', '1 d', '1 d 1 h', '8 d'])
})

test('shows the time left, marks the last hour, and shows what is overdue', () => {
  const now = Date.parse('2026-01-07T12:00:00Z')
  expect(formatDueTime('2026-01-07T14:30:00Z', now)).toEqual({ text: '2 h 30 min left', tone: 'neutral' })
  expect(formatDueTime('2026-01-07T12:59:00Z', now)).toEqual({ text: '59 min left', tone: 'warn' })
  expect(formatDueTime('2026-01-09T11:59:59Z', now)).toEqual({ text: '2 d left', tone: 'neutral' })
  expect(formatDueTime('2026-01-07T11:15:00Z', now)).toEqual({ text: 'Overdue by 45 min', tone: 'loss' })
})
