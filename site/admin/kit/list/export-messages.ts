/** Messages for a running or finished export. Pure functions. */

import { NetworkError } from '#core/api/call-errors'
import { type DownloadProgress, formatDownloadProgress } from '#core/api/download'
import { getServerErrorMessage } from '#core/api/error-messages'
import { formatDuration, formatElapsed } from '#core/format/duration'
import { formatCountOf } from '#core/format/format'

/** Minimum seconds and share of the file before its pace allows an estimate. */
const PACE = { seconds: 3, share: 0.02 }

/** Progress: `12,000 of 200,000 rows, 6%`, or the bytes of a file that has no rows. */
export function formatExportProgress(progress: DownloadProgress): string {
  const share = getRowProgress(progress)
  return share === undefined
    ? formatDownloadProgress(progress)
    : `${formatDownloadProgress(progress)}, ${share.percent}%`
}

/**
 * Rows received and the percentage as a whole number; undefined before the first rows, and for a file that has none.
 */
export function getRowProgress({
  rows,
}: DownloadProgress): { received: number; percent: number } | undefined {
  if (!rows || rows.received === 0) return undefined
  return { received: rows.received, percent: Math.floor((rows.received / rows.total) * 100) }
}

/** Elapsed and estimated remaining time: `12 s, about 30 s left`. */
export function formatExportTime({ rows }: DownloadProgress, seconds: number): string {
  const elapsed = formatElapsed(seconds)
  const share = rows ? rows.received / rows.total : 0
  if (seconds < PACE.seconds || share < PACE.share || share === 1) return elapsed
  return `${elapsed}, about ${formatDuration(Math.ceil(seconds / share - seconds))} left`
}

const rowsOf = ({ rows }: DownloadProgress): string =>
  rows && rows.received > 0 ? formatCountOf(rows.received, 'row') : ''

/** For a saved file. */
export function getExportSavedMessage(progress: DownloadProgress, seconds: number): string {
  const rows = rowsOf(progress)
  return `File saved${rows && `: ${rows}`} in ${formatElapsed(seconds)}`
}

/** For a cancelled file; the audit log has the number of rows sent, some of which were still in transit. */
export function getExportCancelledMessage(progress: DownloadProgress): string {
  const rows = rowsOf(progress)
  return `Export cancelled${rows && ` after about ${rows}`}. No file was saved.`
}

/** For a failed file: the server's message if it failed before the start, otherwise how far it got. */
export function getExportFailedMessage(error: unknown, progress: DownloadProgress): string {
  const rows = rowsOf(progress)
  return error instanceof NetworkError && rows
    ? `The export was interrupted after ${rows}. No file was saved. Please try again.`
    : getServerErrorMessage(error, 'The file could not be created. Please try again.')
}
