/** Signs the certificates and statements that the server issues. */
import { createHash } from 'node:crypto'
import type { RowsFile } from '#common/files'
import { fileTrailer, signedFileBytes } from '#shared/proof/signed-file'
import { proofKeys } from './keys.ts'

/** Bytes of the end of a PDF file in which it says where its cross-reference table is. */
const END_BYTES = 64

/** Passes a PDF file on and adds the trailer with its signature. Throws for a file that does not end as a PDF does. */
async function* withSignature(chunks: RowsFile['chunks']): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let end = ''
  for await (const chunk of chunks) {
    hash.update(chunk)
    end = (end + Buffer.from(chunk.subarray(-END_BYTES)).toString('latin1')).slice(-END_BYTES)
    yield chunk
  }
  const [, start] = /startxref[\t\n\f\r ]+(0|[1-9]\d{0,9})[\t\n\f\r ]+%%EOF[\t\n\f\r ]*$/.exec(end) ?? []
  if (start === undefined) throw new Error('An issued file does not end as a PDF')
  const signature = proofKeys().sign(signedFileBytes(hash.digest()))
  yield new TextEncoder().encode(fileTrailer(signature, start))
}

/** The same PDF file with a signature at its end, which the checkers of the proof take. */
export async function issueFile(making: Promise<RowsFile>): Promise<RowsFile> {
  const { rows, chunks } = await making
  return { rows, chunks: withSignature(chunks) }
}
