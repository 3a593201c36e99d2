/**
 * Certificates of holding and statements are PDF files that end in a signature, so that they can be checked without a
 * list: a comment with the signature, followed by the end of the file again, where PDF readers look for it.
 */
import { joinBytes } from './byte-encoding.ts'
import { type CheckResult, createCheckResult } from './check-result.ts'
import { verifySignature } from './snapshot.ts'

/** Prefix of the signed bytes, so that a file signature is not valid for anything else. */
const PURPOSE = new TextEncoder().encode('lodefield file\0')
const TRAILER = /\n%lodefield-signature ([0-9a-f]{128})\nstartxref\n(0|[1-9]\d{0,9})\n%%EOF\n$/
/** The end of a PDF file, which gives the position of its cross-reference table. */
const END = /startxref[\t\n\f\r ]+(0|[1-9]\d{0,9})[\t\n\f\r ]+%%EOF[\t\n\f\r ]*$/
/** Bytes at the end that contain both. */
const TRAILER_BYTES = 200

/** A file as Latin-1, so that each character is one byte. */
const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** The bytes that are signed for a file: the purpose, and the SHA-256 of the file before its trailer. */
export const getSignedBytes = (sha256: Uint8Array): Uint8Array<ArrayBuffer> => joinBytes(PURPOSE, sha256)

/** What follows a PDF file whose cross-reference table begins at `start`, according to its own end. */
export const buildSignatureTrailer = (signature: string, start: string): string =>
  `\n%lodefield-signature ${signature}\nstartxref\n${start}\n%%EOF\n`

/** Bytes at the end that are searched for a signature: something may have been added after it. */
const MARK_BYTES = 4096

/** Whether a file has a signature, as certificates of holding and statements do; it is not verified. */
export const hasSignature = (file: Uint8Array): boolean =>
  textOf(file.subarray(-MARK_BYTES)).includes('\n%lodefield-signature ')

/** Verifies the signature at the end of a certificate of holding or a statement. */
export async function checkSignedFile(
  file: Uint8Array<ArrayBuffer>,
  publicKey: string,
): Promise<CheckResult> {
  const [trailer, signature, start] = TRAILER.exec(textOf(file.subarray(-TRAILER_BYTES))) ?? []
  if (trailer === undefined || signature === undefined)
    return createCheckResult(
      'file',
      false,
      'The file does not end with a signature. It was not issued by us, or content was added.',
    )
  const issued = file.slice(0, file.length - trailer.length)
  // A PDF reader starts where the last of both says, which is not signed.
  if (END.exec(textOf(issued.subarray(-TRAILER_BYTES)))?.[1] !== start)
    return createCheckResult(
      'file',
      false,
      'The end of the file was altered and no longer matches the signed content.',
    )
  const digest = await crypto.subtle.digest('SHA-256', issued)
  return (await verifySignature(signature, getSignedBytes(new Uint8Array(digest)), publicKey))
    ? createCheckResult('file', true, 'The file was signed with this key and has not been altered.')
    : createCheckResult('file', false, 'The file was not signed with this key, or has been altered since.')
}
