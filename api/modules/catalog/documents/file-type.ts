/** Detects the type of a file from its content: its name and the type its sender declares prove nothing. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Problem } from '#contract/problem'

/** Bytes read to detect the type of a file. */
const HEAD_BYTES = 4_100

/** A byte order mark, blanks, comments and an XML declaration may precede the first element. */
const BEFORE_ROOT = '^\\uFEFF?(?:\\s|<!--(?:(?!-->)[^])*-->|<\\?xml[^>]*\\?>)*'
const HTML_START = new RegExp(`${BEFORE_ROOT}<(?:!doctype\\s+html|html|head|body)[\\s>]`, 'i')
const SVG_START = new RegExp(
  `${BEFORE_ROOT}(?:<!doctype\\s+svg[^>[]*\\[|(?:<!doctype\\s+svg[^>[]*>(?:\\s|<!--(?:(?!-->)[^])*-->)*)?<svg[\\s>])`,
  'i',
)

/** Whether a text starts like an SVG image, or like its document type with its own declarations. */
export const isSvg = (text: string): boolean => SVG_START.test(text.slice(0, HEAD_BYTES))

/** The media type detected from the first bytes of a file; undefined for text and unknown types. */
export async function detectMediaType(head: Uint8Array): Promise<string | undefined> {
  // Loaded on first use: the server starts without it.
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(head))?.mime
}

/** Bytes within which readers look for the header of a PDF and for its end mark (ISO 32000-1, annex H, 3.4). */
const PDF_HEADER_BYTES = 1_024
const TAIL_BYTES = 1_024

/** The message about a PDF without its end mark. */
const PDF_CUT_OFF =
  'This PDF is incomplete: its end mark (%%EOF) is missing. Save or export it again, and upload the new file.'

/** The first and the last bytes of a file. */
async function readEnds(path: string): Promise<{ head: Uint8Array; tail: Uint8Array }> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const read = async (bytes: number, from: number) => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(bytes), 0, bytes, from)
      return buffer.subarray(0, bytesRead)
    }
    return { head: await read(HEAD_BYTES, 0), tail: await read(TAIL_BYTES, Math.max(0, size - TAIL_BYTES)) }
  } finally {
    await handle.close()
  }
}

/** Whether readers accept a file as a PDF: other bytes may precede its header. */
const hasPdfHeader = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, PDF_HEADER_BYTES)).includes('%PDF-')

/**
 * Whether the first bytes are those of a PDF. Throws `unsupported_type` for a truncated one, without its end mark.
 * `startxref` may be missing before that, because readers then find the parts of the file themselves.
 */
export function isCompletePdf(mime: string | undefined, head: Uint8Array, tail: Uint8Array): boolean {
  if (mime !== 'application/pdf' && !(mime === undefined && hasPdfHeader(head))) return false
  if (!Buffer.from(tail).includes('%%EOF')) throw new Problem('unsupported_type', PDF_CUT_OFF)
  return true
}

/** Whether a file is UTF-8 text to its last byte, as which it is sent. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) {
      if (chunk.includes(0)) return false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** The type of a document; undefined if it is neither. Throws `unsupported_type` as {@link isCompletePdf} does. */
export async function detectDocumentType(path: string): Promise<'pdf' | 'html' | undefined> {
  const { head, tail } = await readEnds(path)
  const mime = await detectMediaType(head)
  // A page may start like XML, and name the header of a PDF.
  const mayBePage = mime === undefined || mime === 'application/xml'
  if (mayBePage && HTML_START.test(new TextDecoder().decode(head))) {
    return (await isText(path)) ? 'html' : undefined
  }
  return isCompletePdf(mime, head, tail) ? 'pdf' : undefined
}
