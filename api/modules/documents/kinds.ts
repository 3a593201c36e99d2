/** Detects the type of a file from its content: its name and the type its sender declares prove nothing. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** Bytes read to detect the type of a file. */
const HEAD_BYTES = 4_100

/** A byte order mark, blanks, comments and an XML declaration may precede the first element. */
const BEFORE_ROOT = '^\\uFEFF?(?:\\s|<!--(?:(?!-->)[^])*-->|<\\?xml[^>]*\\?>)*'
const HTML_START = new RegExp(`${BEFORE_ROOT}<(?:!doctype\\s+html|html|head|body)[\\s>]`, 'i')
const SVG_START = new RegExp(
  `${BEFORE_ROOT}(?:<!doctype\\s+svg[^>[]*\\[|(?:<!doctype\\s+svg[^>[]*>(?:\\s|<!--(?:(?!-->)[^])*-->)*)?<svg[\\s>])`,
  'i',
)

/** Whether a text begins as an SVG image does, or as its document type with its own declarations. */
export const isSvg = (text: string): boolean => SVG_START.test(text.slice(0, HEAD_BYTES))

/** The media type detected from the first bytes of a file; undefined for text and unknown types. */
export async function sniff(head: Uint8Array): Promise<string | undefined> {
  // Loaded on first use: the server starts without it.
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(head))?.mime
}

/** Bytes at the end of a PDF within which readers look for its end mark. */
const TAIL_BYTES = 1_024

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

/** Whether a PDF ends as ISO 32000-1, 7.5.5 says: without that it is cut off, or was never one. */
export const isWholePdf = (tail: Uint8Array): boolean =>
  /startxref\s+\d+\s+%%EOF/.test(Buffer.from(tail).toString('latin1'))

/** Whether a file is UTF-8 text to its last byte: it is sent as such. */
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

/** The kind of a document; undefined if it is neither, or a PDF without its end. */
export async function kindOf(path: string): Promise<'pdf' | 'html' | undefined> {
  const { head, tail } = await readEnds(path)
  const mime = await sniff(head)
  if (mime === 'application/pdf') return isWholePdf(tail) ? 'pdf' : undefined
  // A page may begin as XML does.
  if (mime !== undefined && mime !== 'application/xml') return undefined
  return HTML_START.test(new TextDecoder().decode(head)) && (await isText(path)) ? 'html' : undefined
}
