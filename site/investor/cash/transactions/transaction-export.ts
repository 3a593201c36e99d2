import { atom } from 'nanostores'
import { transactions } from '#contract/cash/transactions'
import type { DownloadProgress } from '#core/api/download'
import { getServerErrorMessage } from '#core/api/error-messages'
import { downloadAsInvestor } from '#core/api/investor-download'
import type { DayRange } from './day-range.ts'
import type { TransactionFilters } from './transaction-store.ts'

/** A table for spreadsheets, a statement to file or print, or every cash movement. */
export type ExportKind = 'csv' | 'pdf' | 'cash'

export type ExportState =
  | { status: 'idle' }
  | { status: 'running'; progress: DownloadProgress }
  | { status: 'done' }
  /** Nothing matched, so no file was saved. */
  | { status: 'empty' }
  | { status: 'failed'; reason: string }

export const $export = atom<ExportState>({ status: 'idle' })

let running: AbortController | undefined

const fetchFile = (
  kind: ExportKind,
  { search, filters: { type, status } }: TransactionFilters,
  { from, to }: DayRange,
  signal: AbortSignal,
) => {
  const range = { from: from || undefined, to: to || undefined }
  const onProgress = (progress: DownloadProgress) => {
    if (!signal.aborted) $export.set({ status: 'running', progress })
  }
  if (kind === 'pdf') {
    return downloadAsInvestor(
      transactions.downloadStatement,
      { query: range },
      { name: 'statement.pdf', onProgress, signal },
    )
  }
  if (kind === 'cash') {
    return downloadAsInvestor(
      transactions.exportCash,
      { query: range },
      { name: 'cash.csv', onProgress, signal },
    )
  }
  const query = { ...range, search, type: type || undefined, status: status || undefined }
  return downloadAsInvestor(
    transactions.exportCsv,
    { query },
    { name: 'transactions.csv', onProgress, signal },
  )
}

/** Fetches and saves the file; does nothing while another export is in progress. */
export async function startExport(
  kind: ExportKind,
  narrowing: TransactionFilters,
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
    const reason = getServerErrorMessage(error, 'The file could not be created. Please try again.')
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
export function resetExport(): void {
  cancelExport()
  clearExport()
}
