import { expect, test } from 'vitest'
import { describeResponseTimes, formatMinutes } from './response-times.ts'

const times = { period_days: 90, cases_min: 20, measured_at: '2026-01-07T12:00:00.000Z' }

test('writes minutes, hours and days', () => {
  expect([1, 89, 90, 150, 35 * 60, 36 * 60, 4000].map(formatMinutes)).toEqual([
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
  expect(describeResponseTimes({ ...times, response_times })).toEqual([
    'Measured over the last 90 days, including nights and weekends.',
    'Tickets, compliance and privacy: median first response 3 hours (40 cases).',
  ])
})

test('says if there are too few cases', () => {
  const few = [{ kind: 'call' as const, department: 'general', cases: 7, median_minutes: null }]
  expect(describeResponseTimes({ ...times, response_times: few })).toEqual([
    'Last 90 days: 7 cases answered. Response times are published from 20 cases.',
  ])
})
