import { atom } from 'nanostores'
import { transactions } from '#contract/transactions'
import type { DownloadProgress } from '#core/api/download'
import { explainRejection } from '#core/api/failures'
import { downloadFile } from '#core/api/investor-download'
import type { DayRange } from './day-range.ts'
import type { HistoryNarrowing } from './transactions.ts'

/** A table for spreadsheets, a statement to file or print, or all that moved the cash. */
export type ExportKind = 'csv' | 'pdf' | 'cash'

export type ExportState =
  | { status: 'idle' }
  | { status: 'running'; progress: DownloadProgress }
  | { status: 'done' }
  /** Nothing matched: no file was saved. */
  | { status: 'empty' }
  | { status: 'failed'; reason: string }

export const $export = atom<ExportState>({ status: 'idle' })

let running: AbortController | undefined

const fetchFile = (
  kind: ExportKind,
  { search, filters: { type, status } }: HistoryNarrowing,
  { from, to }: DayRange,
  signal: AbortSignal,
) => {
  const range = { from: from || undefined, to: to || undefined }
  const onProgress = (progress: DownloadProgress) => {
    if (!signal.aborted) $export.set({ status: 'running', progress })
  }
  if (kind === 'pdf') {
    return downloadFile(
      transactions.statement,
      { query: range },
      { name: 'statement.pdf', onProgress, signal },
    )
  }
  if (kind === 'cash') {
    return downloadFile(transactions.cashCsv, { query: range }, { name: 'cash.csv', onProgress, signal })
  }
  const query = { ...range, search, type: type || undefined, status: status || undefined }
  return downloadFile(transactions.exportCsv, { query }, { name: 'transactions.csv', onProgress, signal })
}

/** Fetches the file and saves it; does nothing while another is in progress. */
export async function startExport(
  kind: ExportKind,
  narrowing: HistoryNarrowing,
  range: DayRange,
): Promise<void> {
  if (running) return
  const attempt = new AbortController()
  running = attempt
  $export.set({ status: 'running', progress: { bytes: 0 } })
  try {
    const outcome = await fetchFile(kind, narrowing, range, attempt.signal)
    $export.set({ status: outcome === 'saved' ? 'done' : 'empty' })
  } catch (error) {
    const reason = explainRejection(error, 'The file could not be made. Please try again.')
    $export.set(attempt.signal.aborted ? { status: 'idle' } : { status: 'failed', reason })
  } finally {
    running = undefined
  }
}

/** Aborts the export in progress; nothing is saved. */
export const cancelExport = () => running?.abort()

/** Clears the result of the last export. */
export function clearExport(): void {
  if (!running) $export.set({ status: 'idle' })
}

/** Aborts the export in progress and clears its result. */
export function leaveExport(): void {
  cancelExport()
  clearExport()
}
