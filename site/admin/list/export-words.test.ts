import { expect, test } from 'vitest'
import { NetworkFailure, RejectedCall } from '#core/api/problems'
import {
  describeBroken,
  describeCancelled,
  describeSaved,
  describeShare,
  describeTime,
  shareOf,
} from './export-words.ts'

const none = { bytes: 0 }
const some = { bytes: 9_000_000, rows: { received: 250_000, total: 1_000_000 } }
const nearlyAll = { bytes: 9, rows: { received: 999_999, total: 1_000_000 } }
const pdf = { bytes: 2048 }

test('says how far an export is, in rows and in percent that are 100 only at the end', () => {
  expect(describeShare(none)).toBe('Preparing the file...')
  expect(describeShare(some)).toBe('250,000 of 1,000,000 rows, 25%')
  expect(shareOf(nearlyAll)?.percent).toBe(99)
  expect(describeShare(pdf)).toBe('2.0 KB received')
  expect(shareOf(pdf)).toBeUndefined()
})

test('says what time has passed, and what is left once the pace is known', () => {
  expect(describeTime(none, 4)).toBe('4 s')
  expect(describeTime(some, 2)).toBe('2 s')
  expect(describeTime(some, 10.2)).toBe('10 s, about 31 s left')
  expect(describeTime(some, 61)).toBe('1 min 1 s, about 3 min left')
  expect(describeTime(pdf, 10)).toBe('10 s')
})

test('says how an export ended, and that no file was saved unless it is whole', () => {
  expect(describeSaved(some, 41.6)).toBe('The file was saved: 250,000 rows in 41 s')
  expect(describeSaved(pdf, 1)).toBe('The file was saved in 1 s')
  expect(describeCancelled(none)).toBe('Export cancelled. No file was saved.')
  expect(describeCancelled(some)).toBe('Export cancelled after about 250,000 rows. No file was saved.')
  const cut = new NetworkFailure(new Error('cut'))
  expect(describeBroken(cut, some)).toBe(
    'The export broke off after 250,000 rows. No file was saved. Please try again.',
  )
  expect(describeBroken(cut, none)).toContain('Unable to connect to server')
  const refused = new RejectedCall(
    { code: 'rate_limited', error: 'Two downloads are still running.', request_id: '' },
    { status: 429 },
  )
  expect(describeBroken(refused, none)).toBe('Two downloads are still running.')
})
