import { expect, test } from 'vitest'
import { countEntries, mergeSnapshotsAndFailures } from './snapshot-list.ts'

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

test('lists snapshots newest first, and between them each missing day with its latest reason', () => {
  const entries = mergeSnapshotsAndFailures({
    snapshots: [snapshot('2026-11-22.1', '09:00'), snapshot('2026-11-22'), snapshot('2026-11-20')],
    failures: [
      failure('2026-11-21', '00:05', 'first'),
      failure('2026-11-21', '01:05', 'second'),
      // Taken at a later attempt on the same day.
      failure('2026-11-20', '00:01', 'over'),
      // A manual attempt that failed.
      failure('2026-11-20', '10:00', 'further'),
    ],
  })
  expect(
    entries.map((entry) => (entry.kind === 'snapshot' ? entry.snapshot.id : entry.failure.reason)),
  ).toEqual(['2026-11-22.1', '2026-11-22', 'second', 'further', '2026-11-20'])
  expect(countEntries(entries)).toBe('3 snapshots and 1 day without a snapshot')
})

test('counts snapshots and days in words', () => {
  const made = { kind: 'snapshot', snapshot: snapshot('2026-11-22') } as const
  const missing = { kind: 'missing', failure: failure('2026-11-21', '00:05', 'none') } as const
  expect(countEntries([])).toBe('0 snapshots')
  expect(countEntries([made])).toBe('1 snapshot')
  expect(countEntries([made, missing])).toBe('1 snapshot and 1 day without a snapshot')
  expect(countEntries([made, made, missing, missing])).toBe('2 snapshots and 2 days without a snapshot')
})
