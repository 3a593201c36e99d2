import { atom } from 'nanostores'
import { transactions } from '#contract/transactions'
import type { DownloadProgress } from '#core/api/download'
import { downloadFile } from '#core/api/investor-download'
import { explainRefusal } from '#core/api/problems'
import type { Filters } from './filters.ts'

/** A table for spreadsheets, or a statement to file or print. */
export type ExportKind = 'csv' | 'pdf'

/** The days a file covers, as `YYYY-MM-DD`, both included; an empty one leaves that end open. */
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

/** Why a range cannot be asked for, and the field it is about. */
export interface RangeRefusal {
  field: keyof ExportRange
  text: string
}

/** What is wrong with a range; nothing when it can be asked for. */
export const refuseRange = ({ from, to }: ExportRange): RangeRefusal | undefined =>
  from && to && from > to ? { field: 'to', text: 'The first day must not be after the last day' } : undefined

const fetchFile = (
  kind: ExportKind,
  { type, status }: Filters,
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

/** Fetches the file and saves it; does nothing while one is under way. */
export async function startExport(kind: ExportKind, filters: Filters, range: ExportRange): Promise<void> {
  if (running) return
  const attempt = new AbortController()
  running = attempt
  $export.set({ status: 'running', progress: { bytes: 0 } })
  try {
    const outcome = await fetchFile(kind, filters, range, attempt.signal)
    $export.set({ status: outcome === 'saved' ? 'done' : 'empty' })
  } catch (error) {
    const reason = explainRefusal(error, 'The file could not be made. Please try again.')
    $export.set(attempt.signal.aborted ? { status: 'idle' } : { status: 'failed', reason })
  } finally {
    running = undefined
  }
}

/** Breaks off what is under way; nothing is saved. */
export const cancelExport = () => running?.abort()

/** Puts away what became of the last export. */
export function clearExport(): void {
  if (!running) $export.set({ status: 'idle' })
}

/** Breaks off what is under way and puts away what became of it. */
export function leaveExport(): void {
  cancelExport()
  clearExport()
}
