import type { Endpoint } from '#contract/endpoint'
import { type EndpointInput, TOTAL_COUNT_HEADER } from '#contract/request-url'
import { formatBytes } from '#core/format/file-size'
import { formatCount } from '#core/format/format'
import { $tableUse } from '#core/list/table-use'
import { NetworkError } from './call-errors.ts'
import type { SignedInCall } from './internal/signed-in-api.ts'
import { saveFile } from './save-file.ts'

export interface DownloadProgress {
  bytes: number
  /** For a table whose length the server announced: rows received and total rows. */
  rows?: { received: number; total: number }
}

export interface DownloadOptions {
  /** File name to use if the server sends none. */
  name: string
  onProgress?: (progress: DownloadProgress) => void
  signal?: AbortSignal
}

/** Result of a download. A table without rows is not saved because the file would be empty. */
export type DownloadOutcome = 'saved' | 'no rows'

/** The file name in a `Content-Disposition` header (RFC 6266), preferring the UTF-8 form. */
export function parseFileName(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {}
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1]
}

/** Progress as text, in rows if they are known: "12,000 of 200,000 rows". */
export function formatDownloadProgress({ bytes, rows }: DownloadProgress): string {
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

/** For a table: the export format the reader has chosen. */
const withTableUse = (endpoint: Endpoint, input: EndpointInput<Endpoint>): EndpointInput<Endpoint> =>
  'raw' in endpoint.response && endpoint.response.raw.startsWith('text/csv') && $tableUse.get() === 'excel'
    ? { ...input, query: { ...input.query, for: 'excel' } }
    : input

/** Reads a file to its end and reports progress after each chunk. Throws if the transfer is cut off. */
export async function readResponseFile(
  response: Response,
  onProgress: ((progress: DownloadProgress) => void) | undefined,
): Promise<Blob> {
  const { body, headers } = response
  const type = headers.get('content-type') ?? ''
  const total = isCsv(response) ? Number(headers.get(TOTAL_COUNT_HEADER)) : 0
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
 * Creates a function that downloads an endpoint's bytes with `call` and saves them under the name the server sends. It
 * uses fetch because a link cannot carry an access token or report a failure. It throws as `call` does, and when the
 * transfer is cut off. In both cases, and for a table without rows, nothing is saved.
 */
export function createDownload(call: SignedInCall) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    { name, onProgress, signal }: DownloadOptions,
  ): Promise<DownloadOutcome> => {
    const wanted = withTableUse(endpoint, input as EndpointInput<Endpoint>)
    const response = (await call<Endpoint>(endpoint, wanted, { signal })) as Response
    if ((isCsv(response) || isWorkbook(response)) && response.headers.get(TOTAL_COUNT_HEADER) === '0') {
      await response.body?.cancel()
      return 'no rows'
    }
    const file = await readResponseFile(response, onProgress).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw new NetworkError(error)
    })
    saveFile(file, parseFileName(response.headers.get('content-disposition')) ?? name)
    return 'saved'
  }
}
