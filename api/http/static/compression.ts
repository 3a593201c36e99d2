/**
 * Compression of the API's responses. Short ones would gain nothing. Event streams and streamed files are left as they
 * are.
 *
 * A compressed response can reveal a secret in it by its length if an attacker can make a victim's browser send many
 * requests whose input is repeated in the response (BREACH). Here that is impossible: the API takes a bearer token and
 * no cookies, so another site cannot send a request as the user. Even so, only reads are compressed; tokens are sent in
 * the responses to writes, and the CSRF token in one that is far below the minimum length.
 */
import { brotliCompressSync, constants } from 'node:zlib'
import { type ContentEncoding, listAcceptedEncodings } from './content-encoding.ts'

export type CompressionEncoding = Exclude<ContentEncoding, 'identity'>

/** Minimum length of a compressed body, in characters. */
const LEAST = 1_024

/** `once` is for shared responses; `each` is for a single caller, where 30 kB take a twentieth of a millisecond. */
export type CompressionLevel = 'once' | 'each'

const brotliQuality = { once: 5, each: 1 }
const gzipLevel = { once: 6, each: 1 } as const

/** Whether a text is long enough to be compressed. */
export const isCompressible = (text: string): boolean => text.length >= LEAST

/** The coding for compressing a response; undefined to send it plain. */
export function negotiateCompression(request: Request): CompressionEncoding | undefined {
  const [best] = listAcceptedEncodings(request.headers.get('accept-encoding'))
  return best === 'identity' ? undefined : best
}

/** Compresses a text on the calling thread. */
export function compress(
  text: string,
  coding: CompressionEncoding,
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
