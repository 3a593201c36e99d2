/** What is said of an export while it runs and once it has ended. Pure. */
import { type DownloadProgress, describeProgress } from '#core/api/download'
import { explainRejection } from '#core/api/failures'
import { NetworkFailure } from '#core/api/problems'
import { formatDuration, formatElapsed } from '#core/format/duration'
import { countOf } from '#core/format/format'

/** Seconds, and the share of a file, before which its pace says little about the rest. */
const PACE = { seconds: 3, share: 0.02 }

/** How far it is: `12,000 of 200,000 rows, 6%`, or the bytes of a file that has no rows. */
export function describeShare(progress: DownloadProgress): string {
  const share = shareOf(progress)
  return share === undefined ? describeProgress(progress) : `${describeProgress(progress)}, ${share.percent}%`
}

/** Rows received, and the whole percent of all; undefined before the first ones, and of a file that has none. */
export function shareOf({ rows }: DownloadProgress): { received: number; percent: number } | undefined {
  if (!rows || rows.received === 0) return undefined
  return { received: rows.received, percent: Math.floor((rows.received / rows.total) * 100) }
}

/** How long it has taken, and at that pace still takes: `12 s, about 30 s left`. */
export function describeTime({ rows }: DownloadProgress, seconds: number): string {
  const elapsed = formatElapsed(seconds)
  const share = rows ? rows.received / rows.total : 0
  if (seconds < PACE.seconds || share < PACE.share || share === 1) return elapsed
  return `${elapsed}, about ${formatDuration(Math.ceil(seconds / share - seconds))} left`
}

const rowsOf = ({ rows }: DownloadProgress): string =>
  rows && rows.received > 0 ? countOf(rows.received, 'row') : ''

/** Of a file that was saved. */
export function describeSaved(progress: DownloadProgress, seconds: number): string {
  const rows = rowsOf(progress)
  return `The file was saved${rows && `: ${rows}`} in ${formatElapsed(seconds)}`
}

/** Of one that was cancelled; the audit log has the rows that were sent, of which some were still on their way. */
export function describeCancelled(progress: DownloadProgress): string {
  const rows = rowsOf(progress)
  return `Export cancelled${rows && ` after about ${rows}`}. No file was saved.`
}

/** Of one that failed: before it began as the server says, else how far it came. */
export function describeBroken(error: unknown, progress: DownloadProgress): string {
  const rows = rowsOf(progress)
  return error instanceof NetworkFailure && rows
    ? `The export broke off after ${rows}. No file was saved. Please try again.`
    : explainRejection(error, 'The file could not be made. Please try again.')
}
