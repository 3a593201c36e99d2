import { expect, test } from 'vitest'
import { countEntries, mergeEntries } from './snapshot-list.ts'

const snapshot = (id: string, time = '00:05') => ({
  id,
  date: `${id.slice(0, 10)}T${time}:00.000Z`,
  hash: 'a',
})
const failure = (day: string, at: string, reason: string) => ({
  day,
  at: `${day}T${at}:00.000Z`,
  code: 'attestation' as const,
  symbol: null,
  reason,
  is_final: true,
})

test('lists snapshots newest first, with the latest reason of each day that has none between them', () => {
  const entries = mergeEntries({
    snapshots: [snapshot('2026-11-22.1', '09:00'), snapshot('2026-11-22'), snapshot('2026-11-20')],
    failures: [
      failure('2026-11-21', '00:05', 'first'),
      failure('2026-11-21', '01:05', 'second'),
      // Made at a later attempt of the same day.
      failure('2026-11-20', '00:01', 'over'),
      // One on command that was not made.
      failure('2026-11-20', '10:00', 'further'),
    ],
  })
  expect(
    entries.map((entry) => (entry.kind === 'snapshot' ? entry.snapshot.id : entry.failure.reason)),
  ).toEqual(['2026-11-22.1', '2026-11-22', 'second', 'further', '2026-11-20'])
  expect(countEntries(entries)).toBe('3 snapshots and 1 day without one')
})

test('counts snapshots and days in words', () => {
  const made = { kind: 'snapshot', snapshot: snapshot('2026-11-22') } as const
  const missing = { kind: 'missing', failure: failure('2026-11-21', '00:05', 'none') } as const
  expect(countEntries([])).toBe('0 snapshots')
  expect(countEntries([made])).toBe('1 snapshot')
  expect(countEntries([made, missing])).toBe('1 snapshot and 1 day without one')
  expect(countEntries([made, made, missing, missing])).toBe('2 snapshots and 2 days without one')
})
