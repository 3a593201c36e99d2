/** Sample evidence of the demonstration and of the large seed: a page that says that it is one. */

import { encryptBytes } from '#modules/compliance/verifications/encrypted-file'
import { storeEncryptedFile } from '#modules/compliance/verifications/evidence-files'

async function makeSample(title: string, lines: readonly string[]): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A5',
    compress: false,
    info: { Title: `${title} (illustrative)` },
  })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve())
  })
  document.fontSize(22).text(title)
  document.moveDown().fontSize(12)
  for (const line of lines) document.text(line)
  if (lines.length > 0) document.moveDown()
  document.text('ILLUSTRATIVE. Not a genuine document and not of a real person.')
  document.moveDown().text('Placeholder for the evidence an investor would provide.')
  document.end()
  await done
  return Buffer.concat(chunks)
}

/** Stores a sample with these lines, encrypted for its owner. */
export async function storeSampleEvidence(userId: number, title: string, lines: readonly string[] = []) {
  const bytes = await makeSample(title, lines)
  const { filename, wrappedKey, sealed } = encryptBytes(bytes, userId)
  await storeEncryptedFile(filename, sealed)
  return { filename, wrapped_key: wrappedKey, size: bytes.length }
}
