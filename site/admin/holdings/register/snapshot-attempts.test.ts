import { expect, test } from 'vitest'
import { mergeSnapshotAttempts } from './snapshot-attempts.ts'

test('lists snapshots and failed attempts newest first, and a missed day at the end of that day', () => {
  const snapshot = (id: string, time: string) => ({
    id,
    date: `${id.slice(0, 10)}T${time}:00.000Z`,
    hash: 'a',
  })
  const failure = (day: string, at: string, code: 'attestation' | 'missed') => ({
    day,
    at,
    code,
    symbol: null,
    reason: code,
    is_final: code === 'missed',
  })
  const attempts = mergeSnapshotAttempts({
    snapshots: [
      snapshot('2026-11-23.1', '09:00'),
      snapshot('2026-11-23', '08:10'),
      snapshot('2026-11-20', '00:05'),
    ],
    failures: [
      failure('2026-11-23', '2026-11-23T08:05:00.000Z', 'attestation'),
      failure('2026-11-22', '2026-11-23T08:00:00.000Z', 'missed'),
      failure('2026-11-21', '2026-11-23T08:00:00.000Z', 'missed'),
    ],
  })
  expect(
    attempts.map(({ number, made, failed }) => [number, made?.id ?? `${failed?.code} ${failed?.day}`]),
  ).toEqual([
    [6, '2026-11-23.1'],
    [5, '2026-11-23'],
    [4, 'attestation 2026-11-23'],
    [3, 'missed 2026-11-22'],
    [2, 'missed 2026-11-21'],
    [1, '2026-11-20'],
  ])
})
