/** The bytes of a PDF of A4 pages, page by page. */
import { createPdfDocument } from './create-document.ts'

/** Laid-out pages: how many there are, and how one is drawn on the current page of the document. */
interface LaidOut {
  count: number
  drawPage: (index: number) => void
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Draws a document that screen readers can read. A page is rendered after the previous one was consumed, and other
 * requests run between two pages, so a long document blocks none of them. The first bytes come before `layOut` begins,
 * because laying out may take longer than a request may wait.
 */
export async function* renderPdfPages(
  info: PDFKit.DocumentInfo,
  layOut: (document: PDFKit.PDFDocument) => Promise<LaidOut>,
): AsyncGenerator<Uint8Array> {
  const document = createPdfDocument(info)
  let made: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => made.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  const take = (): Uint8Array => {
    const bytes = Buffer.concat(made)
    made = []
    return bytes
  }
  await nextTurn()
  if (made.length > 0) yield take()
  const { count, drawPage } = await layOut(document)
  for (let index = 0; index < count; index += 1) {
    document.addPage()
    drawPage(index)
    await nextTurn()
    if (made.length > 0) yield take()
  }
  document.end()
  await ended
  yield take()
}
