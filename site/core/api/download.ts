import { type CallInput, TOTAL_COUNT } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { formatBytes, formatCount } from '#core/format/format'
import { NetworkFailure } from './problems.ts'
import { saveFile } from './save-file.ts'
import type { SignedInCall } from './signed-in-api.ts'

/** How far a download has come. */
export interface DownloadProgress {
  bytes: number
  /** Of a table whose length the server has said: rows received, and in all. */
  rows?: { received: number; total: number }
}

export interface DownloadOptions {
  /** The file's name when the server gives none. */
  name: string
  onProgress?: (progress: DownloadProgress) => void
  signal?: AbortSignal
}

/** What came of a download: a table without a row is not saved, as a file that holds nothing would say nothing. */
export type DownloadOutcome = 'saved' | 'no rows'

/** The name in a `Content-Disposition` header (RFC 6266), its UTF-8 form first. */
export function readFileName(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {}
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1]
}

/** Progress in words, in rows where they are known: "12,000 of 200,000 rows". */
export function describeProgress({ bytes, rows }: DownloadProgress): string {
  if (bytes === 0) return 'Preparing the file...'
  if (!rows) return `${formatBytes(bytes)} received`
  return `${formatCount(rows.received)} of ${formatCount(rows.total)} ${rows.total === 1 ? 'row' : 'rows'}`
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a]

/** Counts the rows of a CSV file as its bytes arrive: lines after the first one, but none within quotes. */
function createRowCounter() {
  let lines = 0
  let isQuoted = false
  return (chunk: Uint8Array): number => {
    for (const byte of chunk) {
      // A quote in a text is written twice, and leaves it as it was.
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}

const isTable = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/csv') ?? false

/** Reads a file to its end and tells how far it is with every piece. Throws when it breaks off. */
export async function readFile(
  response: Response,
  onProgress: ((progress: DownloadProgress) => void) | undefined,
): Promise<Blob> {
  const { body, headers } = response
  const type = headers.get('content-type') ?? ''
  const total = isTable(response) ? Number(headers.get(TOTAL_COUNT)) : 0
  const countRows = createRowCounter()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    const { value } = piece
    pieces.push(value)
    bytes += value.length
    // Rows that were stored since they were counted are no part of what was promised.
    const rows = total > 0 ? { received: Math.min(countRows(value), total), total } : undefined
    onProgress?.({ bytes, rows })
  }
  return new Blob(pieces, { type })
}

/**
 * Makes what downloads an endpoint's bytes, as whom `call` signs, and saves them under the name the server
 * gives. By fetch rather than by link: a link carries no bearer, and cannot tell of its failure.
 * It throws as `call` does, and when the file breaks off; then nothing is saved, and no more of a table without rows.
 */
export function createDownload(call: SignedInCall) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    { name, onProgress, signal }: DownloadOptions,
  ): Promise<DownloadOutcome> => {
    const response = (await call<Endpoint>(endpoint, input as CallInput<Endpoint>, { signal })) as Response
    if (isTable(response) && response.headers.get(TOTAL_COUNT) === '0') {
      await response.body?.cancel()
      return 'no rows'
    }
    const file = await readFile(response, onProgress).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw new NetworkFailure(false, error)
    })
    saveFile(file, readFileName(response.headers.get('content-disposition')) ?? name)
    return 'saved'
  }
}
