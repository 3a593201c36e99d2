import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#core/api/call-errors'
import {
  formatExportProgress,
  formatExportTime,
  getExportCancelledMessage,
  getExportFailedMessage,
  getExportSavedMessage,
  getRowProgress,
} from './export-messages.ts'

const none = { bytes: 0 }
const some = { bytes: 9_000_000, rows: { received: 250_000, total: 1_000_000 } }
const nearlyAll = { bytes: 9, rows: { received: 999_999, total: 1_000_000 } }
const pdf = { bytes: 2048 }

test('reports progress in rows and in percent, reaching 100 only at the end', () => {
  expect(formatExportProgress(none)).toBe('Preparing the file...')
  expect(formatExportProgress(some)).toBe('250,000 of 1,000,000 rows, 25%')
  expect(getRowProgress(nearlyAll)?.percent).toBe(99)
  expect(formatExportProgress(pdf)).toBe('2.0 KB received')
  expect(getRowProgress(pdf)).toBeUndefined()
})

test('reports the elapsed time, and the remaining time once the pace is known', () => {
  expect(formatExportTime(none, 4)).toBe('4 s')
  expect(formatExportTime(some, 2)).toBe('2 s')
  expect(formatExportTime(some, 10.2)).toBe('10 s, about 31 s left')
  expect(formatExportTime(some, 61)).toBe('1 min 1 s, about 3 min left')
  expect(formatExportTime(pdf, 10)).toBe('10 s')
})

test('reports how an export ended, and that no file was saved unless it is complete', () => {
  expect(getExportSavedMessage(some, 41.6)).toBe('File saved: 250,000 rows in 41 s')
  expect(getExportSavedMessage(pdf, 1)).toBe('File saved in 1 s')
  expect(getExportCancelledMessage(none)).toBe('Export cancelled. No file was saved.')
  expect(getExportCancelledMessage(some)).toBe(
    'Export cancelled after about 250,000 rows. No file was saved.',
  )
  const cut = new NetworkError(new Error('cut'))
  expect(getExportFailedMessage(cut, some)).toBe(
    'The export was interrupted after 250,000 rows. No file was saved. Please try again.',
  )
  expect(getExportFailedMessage(cut, none)).toContain('Unable to connect to server')
  const refused = new ApiError(
    { code: 'rate_limited', error: 'Two downloads are still running.', request_id: '' },
    { status: 429 },
  )
  expect(getExportFailedMessage(refused, none)).toBe('Two downloads are still running.')
})
