/** A report as a PDF in the layout of the house: head, sums, rows. Drawn page by page. */
import type { ReportTotals } from '#contract/admin-reports'
import { readScriptFaces } from '#modules/transactions/script-fonts'
import { faces, page, right } from '#modules/transactions/statement-style'
import { palette } from '#shared/brand'
import { drawPages } from '#shared/pdf/draw-pages'
import { drawMark } from '#shared/pdf/mark'
import { Tags } from '#shared/pdf/tags'
import { type Face, ROMANIZED, type ScriptFont, Typesetter } from '#shared/pdf/typesetter'
import { writeMoment } from '#shared/written-day'
import type { PrintedColumn } from './report.ts'

export interface PrintedReport {
  siteName: string
  title: string
  period: string
  totals: readonly ReportTotals[]
  heads: readonly Pick<PrintedColumn<never>, 'title' | 'width' | 'isFigure'>[]
  /** The cells of the rows that are printed. */
  rows: readonly (readonly string[])[]
  /** How many there are. */
  total: number
}

const ROW = 16
const TOP = 96
const BOTTOM = page.height - page.bottom
const WIDTH = right - page.margin
const GAP = 10

/** One line of a page: a heading, a row of sums or a row. */
interface Part {
  height: number
  /** Begins a new page rather than being the last on one. */
  keepWith: number
  draw: (y: number) => void
}

class ReportWriter {
  readonly #document: PDFKit.PDFDocument
  readonly #set: Typesetter
  readonly #tags: Tags
  readonly #report: PrintedReport
  readonly #madeAt: string

  constructor(
    document: PDFKit.PDFDocument,
    report: PrintedReport,
    madeAt: Date,
    scripts: readonly ScriptFont[],
  ) {
    this.#document = document
    this.#set = new Typesetter(document, scripts)
    this.#tags = new Tags(document)
    this.#report = report
    this.#madeAt = writeMoment(madeAt)
  }

  #rule(y: number, color: string = palette.line, width = 0.5): void {
    this.#document.moveTo(page.margin, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke()
  }

  #cut(face: Face, text: string, width: number): string {
    return this.#set.wrap(face, text, width, 1)[0] ?? ''
  }

  /** A table of sums: labels to the left, figures at equal distances to the right. */
  #sums({ title, heads, rows }: ReportTotals): Part[] {
    const step = Math.min(92, (WIDTH - 130) / Math.max(1, heads.length))
    const edge = (column: number) => right - (heads.length - 1 - column) * step
    const labelWidth = WIDTH - heads.length * step - GAP
    const head: Part = {
      height: 48,
      keepWith: ROW,
      draw: (y) => {
        this.#tags.decoration(() => this.#rule(y, palette.lineStrong, 0.75))
        this.#tags.text('H2', () =>
          this.#set.line(faces.section, this.#cut(faces.section, title, WIDTH), page.margin, y + 18),
        )
        this.#tags.begin('Table')
        this.#tags.group('TR', () => {
          this.#tags.text('TH', undefined, { scope: 'Column' })
          heads.forEach((text, column) => {
            this.#tags.text('TH', () => this.#set.line(faces.label, text, edge(column), y + 34, 'right'), {
              scope: 'Column',
            })
          })
        })
        if (rows.length === 0) this.#tags.end()
      },
    }
    const lines = rows.map(
      ({ label, figures }, at): Part => ({
        height: ROW,
        keepWith: 0,
        draw: (y) => {
          this.#tags.group('TR', () => {
            this.#tags.text(
              'TH',
              () => this.#set.line(faces.cell, this.#cut(faces.cell, label, labelWidth), page.margin, y + 10),
              { scope: 'Row' },
            )
            figures.forEach((text, column) => {
              const face = column === figures.length - 1 ? faces.total : faces.figure
              this.#tags.text('TD', () => this.#set.line(face, text, edge(column), y + 10, 'right'))
            })
          })
          this.#tags.decoration(() => this.#rule(y + ROW - 1))
          if (at === rows.length - 1) this.#tags.end()
        },
      }),
    )
    return [head, ...lines, { height: 24, keepWith: 0, draw: () => {} }]
  }

  /** Left edge, or right one of figures, and width of each column of rows. */
  #columns() {
    let x = page.margin
    return this.#report.heads.map(({ title, width, isFigure }) => {
      const left = x
      x += width * WIDTH
      return { title, isFigure, at: isFigure ? x : left, width: width * WIDTH - GAP }
    })
  }

  #rows(): Part[] {
    const { rows, heads, total } = this.#report
    if (heads.length === 0) return []
    const columns = this.#columns()
    const note: Part = {
      height: 22,
      keepWith: ROW,
      draw: (y) =>
        this.#tags.text('P', () =>
          this.#set.line(
            faces.text,
            total === 0
              ? 'There is nothing in this period.'
              : rows.length < total
                ? `The first ${rows.length.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows. The CSV file has all of them.`
                : `${total.toLocaleString('en-US')} ${total === 1 ? 'row' : 'rows'}, days in UTC`,
            page.margin,
            y + 12,
          ),
        ),
    }
    if (rows.length === 0) return [note]
    const head: Part = {
      height: 24,
      keepWith: ROW,
      draw: (y) => {
        this.#tags.begin('Table')
        this.#tags.group('TR', () => {
          for (const { title, isFigure, at } of columns) {
            const draw = () =>
              this.#set.line(faces.label, title.toUpperCase(), at, y + 12, isFigure ? 'right' : 'left')
            this.#tags.text('TH', draw, { scope: 'Column' })
          }
        })
        this.#tags.decoration(() => this.#rule(y + 18, palette.lineStrong, 0.75))
      },
    }
    const lines = rows.map(
      (cells, index): Part => ({
        height: ROW,
        keepWith: 0,
        draw: (y) => {
          this.#tags.group('TR', () => {
            columns.forEach(({ isFigure, at, width }, column) => {
              const face = isFigure ? faces.figure : faces.cell
              const text = this.#cut(face, cells[column] ?? '', width)
              const draw = () => this.#set.line(face, text, at, y + 10, isFigure ? 'right' : 'left')
              this.#tags.text('TD', text === '' ? undefined : draw)
            })
          })
          this.#tags.decoration(() => this.#rule(y + ROW - 1))
          if (index === rows.length - 1) this.#tags.end()
        },
      }),
    )
    return [note, head, ...lines]
  }

  /** The parts of each page with their heights. */
  layOut(): { y: number; part: Part }[][] {
    const first: { y: number; part: Part }[] = []
    const pages = [first]
    let y = 186
    for (const part of [...this.#report.totals.flatMap((table) => this.#sums(table)), ...this.#rows()]) {
      if (y + part.height + part.keepWith > BOTTOM) {
        pages.push([])
        y = TOP
      }
      pages.at(-1)?.push({ y, part })
      y += part.height
    }
    return pages
  }

  /** Draws one page, which must be the document's current one. */
  drawPage(pages: readonly { y: number; part: Part }[][], index: number): void {
    const { siteName, title, period } = this.#report
    const brand = (y: number) => {
      drawMark(this.#document, page.margin, y - 14, 18, palette.ink)
      this.#set.line(faces.brand, siteName, page.margin + 24, y)
    }
    if (index === 0) {
      this.#tags.text('P', () => brand(62))
      this.#tags.text('H1', () => this.#set.line(faces.title, title, page.margin, 112))
      this.#tags.text('P', () => {
        this.#set.line(faces.label, 'PERIOD', page.margin, 142)
        this.#set.line(faces.name, period, page.margin, 157)
      })
    } else {
      this.#tags.decoration(() => {
        brand(58)
        this.#set.line(faces.text, `${title}, ${period}`, right, 58, 'right')
      })
    }
    for (const { y, part } of pages[index] ?? []) part.draw(y)
    this.#tags.decoration(() => {
      const y = page.height - 36
      const note = this.#set.romanized ? `. ${ROMANIZED}` : ''
      this.#set.line(faces.foot, `Made ${this.#madeAt}${note}`, page.margin, y)
      this.#set.line(faces.foot, `Page ${index + 1} of ${pages.length}`, right, y, 'right')
    })
    if (index === pages.length - 1) this.#tags.end()
  }
}

/** Draws a report. Other requests run between two pages. */
export function drawReport(report: PrintedReport, madeAt: Date): AsyncGenerator<Uint8Array> {
  const info = { Title: `${report.title}, ${report.period}`, Author: report.siteName, CreationDate: madeAt }
  return drawPages(info, async (document) => {
    const texts = [report.siteName, ...report.totals.flatMap(({ rows }) => rows.map(({ label }) => label))]
    const scripts = await readScriptFaces([...texts, ...report.rows.flat()])
    const writer = new ReportWriter(document, report, madeAt, scripts)
    const pages = writer.layOut()
    return { count: pages.length, drawPage: (index) => writer.drawPage(pages, index) }
  })
}
