/**
 * Compression of the API's responses. Short ones would gain nothing. Event streams and streamed files are left as
 * they are.
 *
 * A compressed response can reveal a secret in it by its length, if an attacker can make a victim's browser send many
 * requests whose input is repeated in the response (BREACH). Here that is impossible: the API takes a bearer token
 * and no cookies, so another site cannot send a request as the user. Even so only reads are compressed; tokens are
 * sent in the responses of writes, and the CSRF token in one that is far below the least length.
 */
import { brotliCompressSync, constants } from 'node:zlib'
import { acceptedCodings, type Coding } from './content-encoding.ts'

export type Compressed = Exclude<Coding, 'identity'>

/** Least length of a compressed body, in characters. */
const LEAST = 1_024

/** `once` is for shared responses; `each` is for one caller, where 30 kB take a twentieth of a millisecond. */
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

/** Compresses a text, on the calling thread. */
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
