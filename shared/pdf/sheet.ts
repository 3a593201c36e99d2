/** A short document of parts with texts and tables of two columns, as a tagged PDF in the site's fonts. */
import { palette } from '#shared/brand'
import { openDocument } from './document.ts'
import { drawMark } from './mark.ts'
import { Tags } from './tags.ts'
import { type Face, type ScriptFont, Typesetter } from './typesetter.ts'

export interface SheetPart {
  heading: string
  /** Paragraphs. */
  texts?: readonly string[]
  /** Label and value. */
  rows?: readonly (readonly [label: string, value: string])[]
}

export interface Sheet {
  publisher: string
  /** Above the title. */
  kicker: string
  title: string
  /** Under the title, in a frame: what the reader has to know first. */
  notice?: string
  parts: readonly SheetPart[]
  /** At the bottom of each page, beside the number of the page. */
  foot: string
  subject: string
  /** The same bytes come of the same sheet. */
  madeAt: Date
}

/** A4 in points. */
const page = { width: 595.28, height: 841.89, margin: 56, top: 84, bottom: 72 }
const right = page.width - page.margin
const wide = right - page.margin
const value = { x: 216, width: right - 216 }
const LEADING = 13
const MAX_LINES = 200
const ROMANIZED_ROW = 'This could not be printed in its own script. It is given in Latin letters.'
/** A SHA-256, which has a line of its own. */
const HASH = /^[0-9a-f]{64}$/

const face = (
  family: Face['family'],
  weight: Face['weight'],
  size: number,
  color: string,
  spacing = 0,
): Face => ({ family, weight, size, color, ...(spacing && { spacing }) })

const faces = {
  brand: face('source-serif-4', 400, 13, palette.ink),
  title: face('source-serif-4', 400, 24, palette.ink),
  heading: face('source-serif-4', 400, 14, palette.ink),
  label: face('ibm-plex-mono', 500, 7, palette.inkThird, 0.4),
  text: face('ibm-plex-sans', 400, 9.5, palette.ink),
  quiet: face('ibm-plex-sans', 400, 9, palette.inkSecond),
  code: face('ibm-plex-mono', 500, 7.75, palette.ink),
  notice: face('ibm-plex-sans', 400, 9, palette.accentText),
} satisfies Record<string, Face>

/** Something drawn at a height of the page. */
interface Block {
  height: number
  draw: (y: number) => void
}

class SheetWriter {
  readonly document: PDFKit.PDFDocument
  readonly #set: Typesetter
  readonly #tags: Tags
  readonly #sheet: Sheet

  constructor(sheet: Sheet, scripts: readonly ScriptFont[]) {
    const { title, publisher: Author, subject: Subject, madeAt } = sheet
    this.document = openDocument({ Title: title, Author, Subject, CreationDate: madeAt, ModDate: madeAt })
    this.#set = new Typesetter(this.document, scripts)
    this.#tags = new Tags(this.document)
    this.#sheet = sheet
  }

  #rule(y: number, color: string = palette.line): void {
    this.document.moveTo(page.margin, y).lineTo(right, y).lineWidth(0.5).strokeColor(color).stroke()
  }

  #lines(style: Face, lines: readonly string[], x: number, y: number, leading = LEADING): void {
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

  /** The parts as pieces that are not divided; a heading stays with what follows it. */
  #blocks(): Block[] {
    return this.#sheet.parts.flatMap(({ heading, texts = [], rows = [] }) => {
      const body = [
        ...texts.map((text) => this.#paragraph(text)),
        ...rows.map((row, at) => this.#row(row, at === 0, at === rows.length - 1)),
      ]
      const [first, ...rest] = body
      const head = this.#heading(heading)
      if (!first) return [head]
      const both: Block = {
        height: head.height + first.height,
        draw: (y) => {
          head.draw(y)
          first.draw(y + head.height)
        },
      }
      return [both, ...rest]
    })
  }

  #drawHead(): number {
    const { publisher, kicker, title, notice } = this.#sheet
    const tags = this.#tags
    tags.text('P', () => {
      drawMark(this.document, page.margin, 46, 18, palette.ink)
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
    // Where each block goes is known before it is drawn, so that a foot has the number of pages.
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

/** Draws a sheet. `scripts` are fonts for characters that the site's own do not contain. */
export async function drawSheet(sheet: Sheet, scripts: readonly ScriptFont[] = []): Promise<Uint8Array> {
  const writer = new SheetWriter(sheet, scripts)
  const parts: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => writer.document.on('end', resolve).on('error', reject))
  writer.document.on('data', (part: Uint8Array) => parts.push(part))
  writer.write()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}
