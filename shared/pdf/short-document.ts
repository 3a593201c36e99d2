/** A short document of texts and two-column tables, as a tagged PDF in the site's fonts. */
import { palette } from '#shared/brand'
import { createPdfDocument } from './create-document.ts'
import { drawLogo } from './draw-logo.ts'
import { PdfTagger } from './pdf-tags.ts'
import { type ScriptFont, type TextStyle, Typesetter } from './typesetter.ts'

export interface DocumentSection {
  heading: string
  /** Paragraphs. */
  texts?: readonly string[]
  /** Label and value. */
  rows?: readonly (readonly [label: string, value: string])[]
}

export interface ShortDocument {
  publisher: string
  /** Above the title. */
  kicker: string
  title: string
  /** Under the title, in a frame: what the reader must know first. */
  notice?: string
  parts: readonly DocumentSection[]
  /** At the bottom of each page, next to the page number. */
  foot: string
  subject: string
  /** The same document always gives the same bytes. */
  madeAt: Date
}

/** A4 in points. */
const page = { width: 595.28, height: 841.89, margin: 56, top: 84, bottom: 72 }
const right = page.width - page.margin
const wide = right - page.margin
const value = { x: 216, width: right - 216 }
const LEADING = 13
const MAX_LINES = 200
/** A text section up to this height stays on one page. */
const UNDIVIDED = 240
const ROMANIZED_ROW = 'This text could not be printed in its original script and is shown in Latin letters.'
/** A SHA-256 hash, on a line of its own. */
const HASH = /^[0-9a-f]{64}$/

const face = (
  family: TextStyle['family'],
  weight: TextStyle['weight'],
  size: number,
  color: string,
  spacing = 0,
): TextStyle => ({ family, weight, size, color, ...(spacing && { spacing }) })

const faces = {
  brand: face('source-serif-4', 400, 13, palette.ink),
  title: face('source-serif-4', 400, 24, palette.ink),
  heading: face('source-serif-4', 400, 14, palette.ink),
  label: face('ibm-plex-mono', 500, 7, palette.inkThird, 0.4),
  text: face('ibm-plex-sans', 400, 9.5, palette.ink),
  quiet: face('ibm-plex-sans', 400, 9, palette.inkSecond),
  code: face('ibm-plex-mono', 500, 7.75, palette.ink),
  notice: face('ibm-plex-sans', 400, 9, palette.accentText),
} satisfies Record<string, TextStyle>

/** Something drawn at a vertical position of the page. */
interface Block {
  height: number
  draw: (y: number) => void
}

/** Stacks blocks vertically as one block. */
const join = (blocks: readonly Block[]): Block => ({
  height: blocks.reduce((sum, { height }) => sum + height, 0),
  draw: (y) => {
    let at = y
    for (const { height, draw } of blocks) {
      draw(at)
      at += height
    }
  },
})

class SheetWriter {
  readonly document: PDFKit.PDFDocument
  readonly #set: Typesetter
  readonly #tags: PdfTagger
  readonly #sheet: ShortDocument

  constructor(sheet: ShortDocument, scripts: readonly ScriptFont[]) {
    const { title, publisher: Author, subject: Subject, madeAt } = sheet
    this.document = createPdfDocument({
      Title: title,
      Author,
      Subject,
      CreationDate: madeAt,
      ModDate: madeAt,
    })
    this.#set = new Typesetter(this.document, scripts)
    this.#tags = new PdfTagger(this.document)
    this.#sheet = sheet
  }

  #rule(y: number, color: string = palette.line): void {
    this.document.moveTo(page.margin, y).lineTo(right, y).lineWidth(0.5).strokeColor(color).stroke()
  }

  #lines(style: TextStyle, lines: readonly string[], x: number, y: number, leading = LEADING): void {
    lines.forEach((line, at) => {
      this.#set.line(style, line, x, y + at * leading)
    })
  }

  #paragraph(text: string): Block {
    const lines = this.#set.wrap(faces.text, text, wide, MAX_LINES)
    return {
      height: lines.length * LEADING + 6,
      draw: (y) => this.#tags.text('P', () => this.#lines(faces.text, lines, page.margin, y + 10)),
    }
  }

  #row([label, text]: readonly [string, string], isFirst: boolean, isLast: boolean): Block {
    const labels = this.#set.wrap(faces.quiet, label, value.x - page.margin - 12, MAX_LINES)
    const style = HASH.test(text) ? faces.code : faces.text
    const note = this.#set.isRomanized(style, text)
      ? this.#set.wrap(faces.text, ROMANIZED_ROW, value.width, MAX_LINES)
      : []
    const lines = [...this.#set.wrap(style, text, value.width, MAX_LINES), ...note]
    const height = Math.max(labels.length, lines.length) * LEADING + 7
    return {
      height,
      draw: (y) => {
        const tags = this.#tags
        if (isFirst) tags.begin('Table')
        tags.group('TR', () => {
          tags.text('TH', () => this.#lines(faces.quiet, labels, page.margin, y + 12), { scope: 'Row' })
          tags.text('TD', () => this.#lines(style, lines, value.x, y + 12))
        })
        if (isLast) tags.end()
        tags.decoration(() => this.#rule(y + height))
      },
    }
  }

  #heading(text: string): Block {
    return {
      height: 36,
      draw: (y) => this.#tags.text('H2', () => this.#set.line(faces.heading, text, page.margin, y + 26)),
    }
  }

  /** The parts as blocks that stay on one page: a heading with the block after it, or a short text section. */
  #blocks(): Block[] {
    return this.#sheet.parts.flatMap(({ heading, texts = [], rows = [] }) => {
      const body = [
        ...texts.map((text) => this.#paragraph(text)),
        ...rows.map((row, at) => this.#row(row, at === 0, at === rows.length - 1)),
      ]
      const [head, whole] = [this.#heading(heading), join(body)]
      const together = rows.length === 0 && whole.height <= UNDIVIDED ? body.length : 1
      return [join([head, ...body.slice(0, together)]), ...body.slice(together)]
    })
  }

  #drawHead(): number {
    const { publisher, kicker, title, notice } = this.#sheet
    const tags = this.#tags
    tags.text('P', () => {
      drawLogo(this.document, page.margin, 46, 18, palette.ink)
      this.#set.line(faces.brand, publisher, page.margin + 24, 60)
    })
    tags.text('P', () => this.#set.line(faces.label, kicker.toUpperCase(), page.margin, 108))
    const titles = this.#set.wrap(faces.title, title, wide, 4)
    tags.text('H1', () => this.#lines(faces.title, titles, page.margin, 136, 28))
    let y = 136 + titles.length * 28 - 8
    if (notice) {
      const lines = this.#set.wrap(faces.notice, notice, wide - 20, 20)
      const height = lines.length * LEADING + 12
      tags.decoration(() =>
        this.document
          .rect(page.margin, y, wide, height)
          .lineWidth(0.75)
          .strokeColor(palette.primary)
          .stroke(),
      )
      tags.text('P', () => this.#lines(faces.notice, lines, page.margin + 10, y + 15))
      y += height + 4
    }
    return y
  }

  #drawFoot(number: number, of: number): void {
    const y = page.height - 40
    this.#tags.decoration(() => {
      this.#set.line(faces.label, this.#sheet.foot, page.margin, y)
      this.#set.line(faces.label, `Page ${number} of ${of}`, right, y, 'right')
    })
  }

  write(): void {
    const { document } = this
    document.addPage()
    let y = this.#drawHead()
    // Each block's position is known before it is drawn, so that a footer can show the number of pages.
    const pages: { block: Block; y: number }[][] = [[]]
    for (const block of this.#blocks()) {
      if (y + block.height > page.height - page.bottom) {
        pages.push([])
        y = page.top - 36
      }
      pages.at(-1)?.push({ block, y })
      y += block.height
    }
    for (const [at, placed] of pages.entries()) {
      if (at > 0) document.addPage()
      for (const { block, y } of placed) block.draw(y)
      this.#drawFoot(at + 1, pages.length)
    }
    this.#tags.end()
    document.end()
  }
}

/** Draws the document. `scripts` are fonts for characters that the site's own do not contain. */
export async function renderShortDocument(
  sheet: ShortDocument,
  scripts: readonly ScriptFont[] = [],
): Promise<Uint8Array> {
  const writer = new SheetWriter(sheet, scripts)
  const parts: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => writer.document.on('end', resolve).on('error', reject))
  writer.document.on('data', (part: Uint8Array) => parts.push(part))
  writer.write()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}
