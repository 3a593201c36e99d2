import { type CallInput, TOTAL_COUNT } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { formatBytes } from '#core/format/file-size'
import { formatCount } from '#core/format/format'
import { $tableUse } from '#core/list/table-use'
import type { SignedInCall } from './internal/signed-in-api.ts'
import { NetworkFailure } from './problems.ts'
import { saveFile } from './save-file.ts'

/** Progress of a download. */
export interface DownloadProgress {
  bytes: number
  /** Of a table whose length the server has sent: rows received, and in total. */
  rows?: { received: number; total: number }
}

export interface DownloadOptions {
  /** File name to use when the server sends none. */
  name: string
  onProgress?: (progress: DownloadProgress) => void
  signal?: AbortSignal
}

/** Result of a download. A table without rows is not saved: the file would be empty. */
export type DownloadOutcome = 'saved' | 'no rows'

/** The file name in a `Content-Disposition` header (RFC 6266), its UTF-8 form first. */
export function readFileName(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {}
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1]
}

/** Progress as text, in rows where they are known: "12,000 of 200,000 rows". */
export function describeProgress({ bytes, rows }: DownloadProgress): string {
  if (bytes === 0) return 'Preparing the file...'
  if (!rows) return `${formatBytes(bytes)} received`
  return `${formatCount(rows.received)} of ${formatCount(rows.total)} ${rows.total === 1 ? 'row' : 'rows'}`
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a]

/** Counts the rows of a CSV file as its bytes arrive: line breaks outside quotes, without the header line. */
function createRowCounter() {
  let lines = 0
  let isQuoted = false
  return (chunk: Uint8Array): number => {
    for (const byte of chunk) {
      // A quote within a field is doubled, so the state toggles twice.
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}

const isCsv = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/csv') ?? false

const isWorkbook = ({ headers }: Response): boolean =>
  headers.get('content-type')?.includes('spreadsheetml') ?? false

/** Of a table, with the form that the reader has chosen for tables. */
const withTableUse = (endpoint: Endpoint, input: CallInput<Endpoint>): CallInput<Endpoint> =>
  'raw' in endpoint.response && endpoint.response.raw.startsWith('text/csv') && $tableUse.get() === 'excel'
    ? { ...input, query: { ...input.query, for: 'excel' } }
    : input

/** Reads a file to its end and reports progress after each chunk. Throws when the transfer is cut off. */
export async function readFile(
  response: Response,
  onProgress: ((progress: DownloadProgress) => void) | undefined,
): Promise<Blob> {
  const { body, headers } = response
  const type = headers.get('content-type') ?? ''
  const total = isCsv(response) ? Number(headers.get(TOTAL_COUNT)) : 0
  const countRows = createRowCounter()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    const { value } = piece
    pieces.push(value)
    bytes += value.length
    // Rows stored after the count was taken are not counted.
    const rows = total > 0 ? { received: Math.min(countRows(value), total), total } : undefined
    onProgress?.({ bytes, rows })
  }
  return new Blob(pieces, { type })
}

/**
 * Makes the function that downloads an endpoint's bytes with `call` and saves them under the name the server sends.
 * By fetch rather than by link: a link carries no access token and cannot report a failure. It throws as `call` does,
 * and when the transfer is cut off; then nothing is saved, nor for a table without rows.
 */
export function createDownload(call: SignedInCall) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    { name, onProgress, signal }: DownloadOptions,
  ): Promise<DownloadOutcome> => {
    const wanted = withTableUse(endpoint, input as CallInput<Endpoint>)
    const response = (await call<Endpoint>(endpoint, wanted, { signal })) as Response
    if ((isCsv(response) || isWorkbook(response)) && response.headers.get(TOTAL_COUNT) === '0') {
      await response.body?.cancel()
      return 'no rows'
    }
    const file = await readFile(response, onProgress).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw new NetworkFailure(error)
    })
    saveFile(file, readFileName(response.headers.get('content-disposition')) ?? name)
    return 'saved'
  }
}
