import { atom } from 'nanostores'
import { transactions } from '#contract/transactions'
import type { DownloadProgress } from '#core/api/download'
import { explainRejection } from '#core/api/failures'
import { downloadFile } from '#core/api/investor-download'
import type { HistoryFilters } from './transactions.ts'

/** A table for spreadsheets, or a statement to file or print. */
export type ExportKind = 'csv' | 'pdf'

/** The days of a file, as `YYYY-MM-DD`, both included; an empty one leaves that end open. */
export interface ExportRange {
  from: string
  to: string
}

export type ExportState =
  | { status: 'idle' }
  | { status: 'running'; progress: DownloadProgress }
  | { status: 'done' }
  /** Nothing matched: no file was saved. */
  | { status: 'empty' }
  | { status: 'failed'; reason: string }

export const $export = atom<ExportState>({ status: 'idle' })

let running: AbortController | undefined

/** The error of a range, and its field. */
export interface RangeFault {
  field: keyof ExportRange
  text: string
}

/** The error of a range; undefined when it is valid. */
export const findRangeFault = ({ from, to }: ExportRange): RangeFault | undefined =>
  from && to && from > to ? { field: 'to', text: 'The first day must not be after the last day' } : undefined

const fetchFile = (
  kind: ExportKind,
  { type, status }: HistoryFilters,
  { from, to }: ExportRange,
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
  const query = { ...range, type: type || undefined, status: status || undefined }
  return downloadFile(transactions.exportCsv, { query }, { name: 'transactions.csv', onProgress, signal })
}

/** Fetches the file and saves it; does nothing while another is in progress. */
export async function startExport(
  kind: ExportKind,
  filters: HistoryFilters,
  range: ExportRange,
): Promise<void> {
  if (running) return
  const attempt = new AbortController()
  running = attempt
  $export.set({ status: 'running', progress: { bytes: 0 } })
  try {
    const outcome = await fetchFile(kind, filters, range, attempt.signal)
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
