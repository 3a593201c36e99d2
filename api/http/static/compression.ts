/**
 * Compression of the API's responses. Short ones would gain nothing. Event streams and files that are streamed are
 * left as they are.
 *
 * A compressed response can give away a secret in it by its length, if somebody else can make a victim's browser send
 * many requests whose input is repeated in the response (BREACH). Here nobody can: the API takes a bearer token and no
 * cookies, so another site cannot send a request in somebody's name. Only reads are compressed all the same; tokens
 * are sent in the responses of writes, and the CSRF token in one that is far below the least length.
 */
import { brotliCompressSync, constants } from 'node:zlib'
import { acceptedCodings, type Coding } from './content-encoding.ts'

export type Compressed = Exclude<Coding, 'identity'>

/** Least length, in characters, of what is compressed. */
const LEAST = 1_024

/** `once` is for what many callers share; `each` is made for one, where 30 kB take a twentieth of a millisecond. */
export type CompressionLevel = 'once' | 'each'

const brotliQuality = { once: 5, each: 1 }
const gzipLevel = { once: 6, each: 1 } as const

/** Whether a text is long enough to be compressed. */
export const isCompressible = (text: string): boolean => text.length >= LEAST

/** The coding to compress a response in; undefined to send it plain. */
export function compressionFor(request: Request): Compressed | undefined {
  const [best] = acceptedCodings(request.headers.get('accept-encoding'))
  return best === 'identity' ? undefined : best
}

/** Compresses a text, on the thread that asks. */
export function compress(
  text: string,
  coding: Compressed,
  effort: CompressionLevel,
): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text)
  if (coding === 'gzip') return Bun.gzipSync(bytes, { level: gzipLevel[effort] })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return new Uint8Array(brotliCompressSync(bytes, { params }))
}
