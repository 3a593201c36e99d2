import { expect, test } from 'vitest'
import { measuredSentences, timeWords } from './measured-times.ts'

const times = { period_days: 90, cases_min: 20, measured_at: '2026-01-07T12:00:00.000Z' }

test('writes minutes, hours and days', () => {
  expect([1, 89, 90, 150, 35 * 60, 36 * 60, 4000].map(timeWords)).toEqual([
    '1 minute',
    '89 minutes',
    '2 hours',
    '3 hours',
    '35 hours',
    '2 days',
    '3 days',
  ])
})

test('publishes a time with its period and number of cases', () => {
  const response_times = [
    { kind: 'ticket' as const, department: 'compliance', cases: 40, median_minutes: 200 },
    { kind: 'chat' as const, department: 'general', cases: 3, median_minutes: null },
  ]
  expect(measuredSentences({ ...times, response_times })).toEqual([
    'Measured in the last 90 days, nights and weekends included.',
    'Tickets, compliance and privacy: half of 40 were answered within 3 hours.',
  ])
})

test('says that there are too few', () => {
  const few = [{ kind: 'call' as const, department: 'general', cases: 7, median_minutes: null }]
  expect(measuredSentences({ ...times, response_times: few })).toEqual([
    'Measured in the last 90 days: 7 answered, too few to publish a time (we need 20 of a kind).',
  ])
})
