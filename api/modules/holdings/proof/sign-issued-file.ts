/** Signs the certificates and statements that the server issues. */
import { createHash } from 'node:crypto'
import type { GeneratedFile } from '#common/file-types'
import { buildSignatureTrailer, getSignedBytes } from '#shared/proof/signed-file'
import { getProofKeys } from './proof-keys.ts'

/** Bytes at the end of a PDF file that give the position of its cross-reference table. */
const END_BYTES = 64

/**
 * Passes a PDF file through and adds the trailer with its signature. Throws for a file that does not end like a PDF.
 */
async function* withSignature(chunks: GeneratedFile['chunks']): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let end = ''
  for await (const chunk of chunks) {
    hash.update(chunk)
    end = (end + Buffer.from(chunk.subarray(-END_BYTES)).toString('latin1')).slice(-END_BYTES)
    yield chunk
  }
  const [, start] = /startxref[\t\n\f\r ]+(0|[1-9]\d{0,9})[\t\n\f\r ]+%%EOF[\t\n\f\r ]*$/.exec(end) ?? []
  if (start === undefined) throw new Error('An issued file does not end as a PDF')
  const signature = getProofKeys().sign(getSignedBytes(hash.digest()))
  yield new TextEncoder().encode(buildSignatureTrailer(signature, start))
}

/** The same PDF file with a signature at its end, which the proof checkers accept. */
export async function signIssuedFile(making: Promise<GeneratedFile>): Promise<GeneratedFile> {
  const { rows, chunks } = await making
  return { rows, chunks: withSignature(chunks) }
}
