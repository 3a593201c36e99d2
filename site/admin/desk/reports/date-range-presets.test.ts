import { expect, test } from 'vitest'
import { getPresetRange, validateReportRange } from './date-range-presets.ts'

const now = new Date('2026-05-14T23:00:00Z')

test('knows the days of each preset', () => {
  expect(getPresetRange('this_month', now)).toEqual({ from: '2026-05-01', to: '2026-05-14' })
  expect(getPresetRange('last_month', now)).toEqual({ from: '2026-04-01', to: '2026-04-30' })
  expect(getPresetRange('quarter', now)).toEqual({ from: '2026-04-01', to: '2026-05-14' })
  expect(getPresetRange('year', now)).toEqual({ from: '2026-01-01', to: '2026-05-14' })
  expect(getPresetRange('last_month', new Date('2028-03-31T00:00:00Z'))).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  })
  expect(getPresetRange('last_month', new Date('2026-01-01T00:00:00Z'))).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  })
})

test('explains what is wrong with a range', () => {
  expect(validateReportRange({ from: '2026-05-01', to: '2026-05-01' }, now)).toBeUndefined()
  expect(validateReportRange({ from: '', to: '2026-05-01' }, now)).toBe('Select both dates')
  expect(validateReportRange({ from: '2026-05-02', to: '2026-05-01' }, now)).toBe(
    'The last day must not be before the first day',
  )
  expect(validateReportRange({ from: '2026-05-15', to: '2026-05-16' }, now)).toBe(
    'The first day must not be in the future',
  )
})
