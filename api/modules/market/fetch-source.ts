/** Calls a source over HTTP and reads its JSON, within limits of time and size. */

/** Milliseconds until a response must be complete. */
const TIMEOUT = 8_000
/** A hundred coins take a tenth of this. */
const MAX_BYTES = 4 * 1024 * 1024
/** The longest `Retry-After` that is respected, in milliseconds. */
const ERROR_TEXT_MAX = 3_600_000

/** A source did not respond as it should. */
export class UpstreamError extends Error {
  /** Milliseconds for which the source must not be called. */
  readonly retryAfter: number
  /** The status of the response, if there was one. */
  readonly status: number | undefined

  constructor(message: string, { retryAfter = 0, status }: { retryAfter?: number; status?: number } = {}) {
    super(message)
    this.retryAfter = retryAfter
    this.status = status
  }
}

export interface UpstreamOptions {
  signal: AbortSignal
  headers?: Record<string, string> | undefined
  timeout?: number | undefined
}

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new UpstreamError(`returned more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The parsed response. Throws an {@link UpstreamError} for everything but JSON with status 200. */
export async function fetchJson(
  url: string,
  { signal, headers, timeout = TIMEOUT }: UpstreamOptions,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'Lodefield', ...headers },
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    if (response.status !== 200) {
      const seconds = Number(response.headers.get('retry-after'))
      await response.body?.cancel()
      throw new UpstreamError(`responded ${response.status}`, {
        status: response.status,
        retryAfter: Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1000, 0), ERROR_TEXT_MAX) : 0,
      })
    }
    const text = await readBounded(response.body)
    try {
      return JSON.parse(text)
    } catch {
      throw new UpstreamError('did not return JSON')
    }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    throw new UpstreamError(isLate ? `did not respond within ${timeout} ms` : 'cannot be reached')
  }
}

/** The fields of an object, or an empty object. */
export const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** A time as sources write it, in milliseconds since 1970; NaN if it is invalid. */
export const parseTime = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(value) : Number.NaN
