/**
 * Certificates of holding and statements are PDF files that end in a signature, so that they can be checked without a
 * list of them: a comment with the signature, and the end of the file once more, as a reader of PDF looks for it there.
 */
import { joinBytes } from './bytes.ts'
import { type CheckResult, found } from './result.ts'
import { isSignature } from './snapshot.ts'

/** What is signed begins with this, so that the signature of a file is none of anything else. */
const PURPOSE = new TextEncoder().encode('lodefield file\0')
const TRAILER = /\n%lodefield-signature ([0-9a-f]{128})\nstartxref\n(0|[1-9]\d{0,9})\n%%EOF\n$/
/** The end of a PDF file, which says where its cross-reference table is. */
const END = /startxref[\t\n\f\r ]+(0|[1-9]\d{0,9})[\t\n\f\r ]+%%EOF[\t\n\f\r ]*$/
/** Bytes of the end in which each of both is. */
const TRAILER_BYTES = 200

/** A file as Latin-1, so that a character is a byte. */
const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** The bytes that are signed for a file: the purpose, and the SHA-256 of the file before its trailer. */
export const signedFileBytes = (sha256: Uint8Array): Uint8Array<ArrayBuffer> => joinBytes(PURPOSE, sha256)

/** What follows a PDF file whose cross-reference table begins at `start`, as the file itself says at its end. */
export const fileTrailer = (signature: string, start: string): string =>
  `\n%lodefield-signature ${signature}\nstartxref\n${start}\n%%EOF\n`

/** Bytes of the end in which a signature is looked for: something may have been added after it. */
const MARK_BYTES = 4096

/** Whether a file bears a signature, as certificates of holding and statements do; it is not checked. */
export const bearsSignature = (file: Uint8Array): boolean =>
  textOf(file.subarray(-MARK_BYTES)).includes('\n%lodefield-signature ')

/** Checks the signature in which a certificate of holding or a statement ends. */
export async function checkSignedFile(
  file: Uint8Array<ArrayBuffer>,
  publicKey: string,
): Promise<CheckResult> {
  const [trailer, signature, start] = TRAILER.exec(textOf(file.subarray(-TRAILER_BYTES))) ?? []
  if (trailer === undefined || signature === undefined)
    return found(
      'file',
      false,
      'The file does not end in a signature: it was not issued, or something was added to it.',
    )
  const issued = file.slice(0, file.length - trailer.length)
  // A reader of PDF begins where the last of both says, which is not signed.
  if (END.exec(textOf(issued.subarray(-TRAILER_BYTES)))?.[1] !== start)
    return found(
      'file',
      false,
      'The end of the file was changed: it names another beginning of its contents than the signed part.',
    )
  const digest = await crypto.subtle.digest('SHA-256', issued)
  return (await isSignature(signature, signedFileBytes(new Uint8Array(digest)), publicKey))
    ? found('file', true, 'The file was issued with this key, and not changed since.')
    : found('file', false, 'The file was not signed with this key, or was changed since.')
}
