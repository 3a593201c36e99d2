/** A report as a PDF in the standard layout: header, sums, rows. Drawn page by page. */

import { loadScriptFonts } from '#common/script-fonts'
import type { ReportTotals } from '#contract/desk/admin-reports'
import { page, rightEdge, textStyles } from '#modules/portfolio/statements/statement-style'
import { palette } from '#shared/brand'
import { formatLongDateTime } from '#shared/format-date'
import { drawLogo } from '#shared/pdf/draw-logo'
import { PdfTagger } from '#shared/pdf/pdf-tags'
import { renderPdfPages } from '#shared/pdf/render-pages'
import { ROMANIZED, type ScriptFont, type TextStyle, Typesetter } from '#shared/pdf/typesetter'
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
const WIDTH = rightEdge - page.margin
const GAP = 10

/** One line of a page: a heading, a row of sums or a row. */
interface Part {
  height: number
  /** Starts a new page rather than being the last line on one. */
  keepWith: number
  draw: (y: number) => void
}

class ReportWriter {
  readonly #document: PDFKit.PDFDocument
  readonly #set: Typesetter
  readonly #tags: PdfTagger
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
    this.#tags = new PdfTagger(document)
    this.#report = report
    this.#madeAt = formatLongDateTime(madeAt)
  }

  #rule(y: number, color: string = palette.line, width = 0.5): void {
    this.#document.moveTo(page.margin, y).lineTo(rightEdge, y).lineWidth(width).strokeColor(color).stroke()
  }

  #cut(face: TextStyle, text: string, width: number): string {
    return this.#set.wrap(face, text, width, 1)[0] ?? ''
  }

  /** A table of sums: labels on the left, figures at equal distances on the right. */
  #sums({ title, heads, rows }: ReportTotals): Part[] {
    const step = Math.min(92, (WIDTH - 130) / Math.max(1, heads.length))
    const edge = (column: number) => rightEdge - (heads.length - 1 - column) * step
    const labelWidth = WIDTH - heads.length * step - GAP
    const head: Part = {
      height: 48,
      keepWith: ROW,
      draw: (y) => {
        this.#tags.decoration(() => this.#rule(y, palette.lineStrong, 0.75))
        this.#tags.text('H2', () =>
          this.#set.line(
            textStyles.section,
            this.#cut(textStyles.section, title, WIDTH),
            page.margin,
            y + 18,
          ),
        )
        this.#tags.begin('Table')
        this.#tags.group('TR', () => {
          this.#tags.text('TH', undefined, { scope: 'Column' })
          heads.forEach((text, column) => {
            this.#tags.text(
              'TH',
              () => this.#set.line(textStyles.label, text, edge(column), y + 34, 'right'),
              {
                scope: 'Column',
              },
            )
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
              () =>
                this.#set.line(
                  textStyles.cell,
                  this.#cut(textStyles.cell, label, labelWidth),
                  page.margin,
                  y + 10,
                ),
              { scope: 'Row' },
            )
            figures.forEach((text, column) => {
              const face = column === figures.length - 1 ? textStyles.total : textStyles.figure
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

  /** Left edge (right edge for figures) and width of each row column. */
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
            textStyles.text,
            total === 0
              ? 'No data for this period.'
              : rows.length < total
                ? `First ${rows.length.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows. The CSV file contains all rows.`
                : `${total.toLocaleString('en-US')} ${total === 1 ? 'row' : 'rows'}, dates in UTC`,
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
              this.#set.line(textStyles.label, title.toUpperCase(), at, y + 12, isFigure ? 'right' : 'left')
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
              const face = isFigure ? textStyles.figure : textStyles.cell
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
      drawLogo(this.#document, page.margin, y - 14, 18, palette.ink)
      this.#set.line(textStyles.brand, siteName, page.margin + 24, y)
    }
    if (index === 0) {
      this.#tags.text('P', () => brand(62))
      this.#tags.text('H1', () => this.#set.line(textStyles.title, title, page.margin, 112))
      this.#tags.text('P', () => {
        this.#set.line(textStyles.label, 'PERIOD', page.margin, 142)
        this.#set.line(textStyles.name, period, page.margin, 157)
      })
    } else {
      this.#tags.decoration(() => {
        brand(58)
        this.#set.line(textStyles.text, `${title}, ${period}`, rightEdge, 58, 'right')
      })
    }
    for (const { y, part } of pages[index] ?? []) part.draw(y)
    this.#tags.decoration(() => {
      const y = page.height - 36
      const note = this.#set.romanized ? `. ${ROMANIZED}` : ''
      this.#set.line(textStyles.foot, `Generated ${this.#madeAt}${note}`, page.margin, y)
      this.#set.line(textStyles.foot, `Page ${index + 1} of ${pages.length}`, rightEdge, y, 'right')
    })
    if (index === pages.length - 1) this.#tags.end()
  }
}

/** Draws a report. Other requests run between two pages. */
export function renderReportPdf(report: PrintedReport, madeAt: Date): AsyncGenerator<Uint8Array> {
  const info = { Title: `${report.title}, ${report.period}`, Author: report.siteName, CreationDate: madeAt }
  return renderPdfPages(info, async (document) => {
    const texts = [report.siteName, ...report.totals.flatMap(({ rows }) => rows.map(({ label }) => label))]
    const scripts = await loadScriptFonts([...texts, ...report.rows.flat()])
    const writer = new ReportWriter(document, report, madeAt, scripts)
    const pages = writer.layOut()
    return { count: pages.length, drawPage: (index) => writer.drawPage(pages, index) }
  })
}
