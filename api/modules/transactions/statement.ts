/** A statement as a PDF: laid out first, so that each page shows the number of pages, then drawn page by page. */
import { palette } from '#shared/brand'
import { groupDigits } from '#shared/group-digits'
import { drawPages } from '#shared/pdf/draw-pages'
import { drawMark } from '#shared/pdf/mark'
import { Tags } from '#shared/pdf/tags'
import { type Face, ROMANIZED, type ScriptFont, Typesetter } from '#shared/pdf/typesetter'
import { writeDay, writeMoment, writeRecordDate, writeShortDay } from '#shared/written-day'
import { readScriptFaces } from './script-fonts.ts'
import type { Statement, StatementRow } from './statement-figures.ts'
import { columns, descriptionWidth, faces, page, right } from './statement-style.ts'
import { drawTable, tableHeight, tablesOf } from './statement-tables.ts'

const LINE = 11
const ROW_PADDING = 7
const MAX_LINES = 3
/** Lines of a payment of a distribution: its figures are at the end, and none is cut off. */
const MAX_PAYMENT_LINES = 6
/** Where rows begin on a page after the first, and below which only the footer is drawn. */
const TOP = 96
const BOTTOM = page.height - page.bottom

/**
 * Maximum number of rows with a tag for each cell, for screen readers: tagging the cells of 20,000 rows makes the
 * file ten times as large.
 */
const MAX_CELL_ROWS = 2_000

/** Milliseconds of work before yielding to other requests. */
const TURN_MS = 8

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Yields to other requests after a time limit, not a row count: the cost of a row depends on its text. */
function makePauses(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < TURN_MS) return undefined
    return nextTurn().then(() => {
      began = performance.now()
    })
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const wordsOf = ({ isPayment, description }: StatementRow): string =>
  isPayment ? writeRecordDate(description) : description
const signOf = ({ type }: StatementRow): string => (type === 'withdrawal' || type === 'fee' ? '−' : '+')

function describePeriod({ from, to }: Statement['range']): string {
  if (from && to) return from === to ? writeDay(from) : `${writeDay(from)} to ${writeDay(to)}`
  if (from) return `From ${writeDay(from)}`
  return to ? `Up to ${writeDay(to)}` : 'All transactions'
}

/** The texts that users wrote: the rest of a statement is in the site's own fonts. */
const textsOf = ({ siteName, address, investor, rows }: Statement): string[] => [
  siteName,
  address,
  investor.name,
  investor.email,
  ...rows.map(({ description }) => description),
]

/** A row with its description split into lines. */
interface LaidRow {
  row: StatementRow
  lines: string[]
  height: number
}

/** Something drawn above the rows, at its height of the page. */
interface Placed {
  y: number
  draw: (y: number) => void
}

interface LaidPage {
  placed: Placed[]
  rows: LaidRow[]
  /** Where its rows begin, with the headings of their columns. */
  rowsTop: number
}

/** Where the figures begin on the first page, and space between them and below. */
const FIGURES_TOP = 252
const FIGURES_GAP = 14
const ROWS_GAP = 28
/** From the headings of the columns to the first row. */
const COLUMN_HEADS = 20

class StatementWriter {
  readonly #document: PDFKit.PDFDocument
  readonly #set: Typesetter
  readonly #tags: Tags
  readonly #statement: Statement
  readonly #madeAt: Date
  /** Whether rows of transactions are tagged cell by cell, or as a line each. */
  readonly #hasCells: boolean

  constructor(
    document: PDFKit.PDFDocument,
    statement: Statement,
    madeAt: Date,
    scripts: readonly ScriptFont[],
  ) {
    this.#document = document
    this.#set = new Typesetter(document, scripts)
    this.#tags = new Tags(document)
    this.#statement = statement
    this.#hasCells = statement.rows.length <= MAX_CELL_ROWS
    this.#madeAt = madeAt
  }

  /** What is above the rows: the tables of figures, or that there are none. */
  #figures(): { height: number; draw: (y: number) => void }[] {
    const pen = {
      set: this.#set,
      tags: this.#tags,
      rule: (y: number, isStrong: boolean) =>
        isStrong ? this.#rule(y, palette.lineStrong, 0.75) : this.#rule(y),
    }
    const tables = tablesOf(this.#statement).map((table) => ({
      height: tableHeight(table),
      draw: (y: number) => drawTable(table, y, pen),
    }))
    if (this.#statement.figures.length > 0) return tables
    const text = 'Nothing was completed up to the end of this period.'
    const note = { height: 20, draw: (y: number) => this.#line('P', faces.text, text, page.margin, y + 12) }
    return [...tables, note]
  }

  async layOut(): Promise<LaidPage[]> {
    const last: LaidPage = { placed: [], rows: [], rowsTop: 0 }
    const pages: LaidPage[] = [last]
    const current = () => pages.at(-1) ?? last
    const turn = () => {
      pages.push({ placed: [], rows: [], rowsTop: TOP })
      return TOP
    }
    let y = FIGURES_TOP
    for (const { height, draw } of this.#figures()) {
      if (y + height > BOTTOM) y = turn()
      current().placed.push({ y, draw })
      y += height + FIGURES_GAP
    }
    y += ROWS_GAP
    if (y + COLUMN_HEADS + LINE + ROW_PADDING > BOTTOM) y = turn()
    current().rowsTop = y
    y += COLUMN_HEADS
    const pause = makePauses()
    for (const row of this.#statement.rows) {
      await pause()
      const most = row.isPayment ? MAX_PAYMENT_LINES : MAX_LINES
      const described = this.#set.wrap(faces.cell, wordsOf(row), descriptionWidth, most)
      const lines = described.length > 0 ? described : ['No description']
      const height = lines.length * LINE + ROW_PADDING
      if (y + height > BOTTOM) y = turn() + COLUMN_HEADS
      current().rows.push({ row, lines, height })
      y += height
    }
    return pages
  }

  /** Draws one page, which must be the document's current one. */
  drawPage(pages: readonly LaidPage[], index: number): void {
    const tags = this.#tags
    const { placed, rows, rowsTop } = pages[index] ?? { placed: [], rows: [], rowsTop: TOP }
    const isLast = index === pages.length - 1
    if (index === 0) this.#drawHead()
    else tags.decoration(() => this.#drawRunningHead())
    for (const { y, draw } of placed) draw(y)
    if (rows.length > 0) {
      this.#drawRows(rows, rowsTop, pages[index - 1]?.rows.length === 0 || index === 0)
      if (isLast && this.#hasCells) tags.end()
    } else if (isLast) {
      this.#line('P', faces.text, 'There are no transactions in this period.', page.margin, rowsTop)
    }
    tags.decoration(() => this.#drawFoot(index + 1, pages.length))
    if (isLast) tags.end()
  }

  /** Draws the rows of a page. All pages have one table: its headings are read once. */
  #drawRows(rows: readonly LaidRow[], top: number, isFirst: boolean): void {
    const tags = this.#tags
    if (isFirst && this.#hasCells) tags.begin('Table')
    const plain: Typesetter['line'] = (...line) => this.#set.line(...line)
    if (!isFirst) tags.decoration(() => this.#drawColumnHeads(top, plain))
    else if (this.#hasCells)
      tags.group('TR', () => this.#drawColumnHeads(top, (...line) => this.#head(...line)))
    else tags.text('P', () => this.#drawColumnHeads(top, plain))
    tags.decoration(() => this.#rule(top + 6, palette.lineStrong, 0.75))
    let y = top + COLUMN_HEADS
    for (const laid of rows) {
      this.#row(() => this.#drawRow(laid, y))
      y += laid.height
      tags.decoration(() => this.#rule(y - LINE + 1))
    }
  }

  /** A row of transactions. */
  #row(draw: () => void): void {
    if (this.#hasCells) this.#tags.group('TR', draw)
    else this.#tags.text('P', draw)
  }

  /** A cell of such a row; empty without `draw`. */
  #cellOf(draw?: () => void): void {
    if (this.#hasCells) this.#tags.text('TD', draw)
    else draw?.()
  }

  #cell(...line: Parameters<Typesetter['line']>): void {
    this.#cellOf(() => this.#set.line(...line))
  }

  /** One line that is read as a separate part. */
  #line(type: 'H1' | 'P' | 'TD', ...line: Parameters<Typesetter['line']>): void {
    this.#tags.text(type, () => this.#set.line(...line))
  }

  #rule(y: number, color: string = palette.line, width = 0.5): void {
    this.#document.moveTo(page.margin, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke()
  }

  #drawBrand(x: number, baseline: number): void {
    drawMark(this.#document, x, baseline - 14, 18, palette.ink)
    this.#set.line(faces.brand, this.#statement.siteName, x + 24, baseline)
  }

  #drawHead(): void {
    const { siteName, address, investor, range, rows } = this.#statement
    this.#tags.text('P', () => this.#drawBrand(page.margin, 62))
    this.#line('H1', faces.title, 'Account statement', page.margin, 112)
    // A valuation that is added later for an earlier day changes the figures of the period.
    this.#line('P', faces.text, `As known on ${writeDay(this.#madeAt)}`, right, 112, 'right')
    const half = 310
    this.#pair('Investor', page.margin, 142, investor.name, investor.email)
    const counted = `${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'transaction' : 'transactions'}, days in UTC`
    this.#pair('Period', half, 142, describePeriod(range), counted)
    this.#pair('Account number', page.margin, 194, investor.account, 'Investor account in USD')
    this.#pair('Issuer', half, 194, siteName, address)
  }

  #pair(label: string, x: number, y: number, first: string, second: string): void {
    const width = 240
    const cut = (face: Face, text: string) => this.#set.wrap(face, text, width, 1)[0] ?? ''
    this.#tags.text('P', () => {
      this.#set.line(faces.label, label.toUpperCase(), x, y)
      this.#set.line(faces.name, cut(faces.name, first), x, y + 15)
      this.#set.line(faces.text, cut(faces.text, second), x, y + 28)
    })
  }

  /** The heading of a column. */
  #head(...line: Parameters<Typesetter['line']>): void {
    this.#tags.text('TH', () => this.#set.line(...line), { scope: 'Column' })
  }

  #drawRunningHead(): void {
    const { investor, range } = this.#statement
    this.#drawBrand(page.margin, 58)
    const text = `Account statement, ${describePeriod(range)}`
    this.#set.line(faces.text, text, right, 52, 'right')
    this.#set.line(
      faces.quiet,
      this.#set.wrap(faces.quiet, investor.name, 240, 1)[0] ?? '',
      right,
      64,
      'right',
    )
  }

  /** Drawn on each page, and read on the first. */
  #drawColumnHeads(y: number, draw: Typesetter['line']): void {
    draw(faces.label, 'DATE', columns.date, y)
    draw(faces.label, 'TYPE', columns.type, y)
    draw(faces.label, 'DESCRIPTION', columns.description, y)
    draw(faces.label, 'STATUS', columns.status, y)
    draw(faces.label, 'AMOUNT', columns.amount, y, 'right')
    draw(faces.label, 'FEE', columns.fee, y, 'right')
  }

  #drawRow({ row, lines }: LaidRow, y: number): void {
    const counts = row.status === 'completed'
    this.#cell(faces.figure, writeShortDay(row.transaction_date), columns.date, y)
    this.#cell(faces.cell, row.isPayment ? 'Distribution' : capital(row.type), columns.type, y)
    this.#cellOf(() =>
      lines.forEach((line, at) => {
        this.#set.line(row.description ? faces.cell : faces.quiet, line, columns.description, y + at * LINE)
      }),
    )
    this.#cell(counts ? faces.cell : faces.quiet, capital(row.status), columns.status, y)
    const amount = { ...faces.figure, color: counts ? faces.figure.color : palette.inkThird }
    this.#cell(amount, `${signOf(row)}${groupDigits(row.amount)} ${row.currency}`, columns.amount, y, 'right')
    const hasFee = row.fee !== '0.00'
    this.#cellOf(
      hasFee ? () => this.#set.line(amount, `−${groupDigits(row.fee)}`, columns.fee, y, 'right') : undefined,
    )
  }

  #drawFoot(number: number, of: number): void {
    const y = page.height - 36
    const note = this.#set.romanized ? `. ${ROMANIZED}` : ''
    this.#set.line(faces.foot, `Made ${writeMoment(this.#madeAt)}${note}`, page.margin, y)
    this.#set.line(faces.foot, `Page ${number} of ${of}`, right, y, 'right')
  }
}

/** Draws a statement. Other requests run between two pages: a long statement blocks none of them. */
export function drawStatement(statement: Statement, madeAt: Date): AsyncGenerator<Uint8Array> {
  const info = {
    Title: `Account statement, ${describePeriod(statement.range)}`,
    Author: statement.siteName,
    Subject: `Transactions of ${statement.investor.name}`,
    CreationDate: madeAt,
  }
  return drawPages(info, async (document) => {
    const scripts = await readScriptFaces(textsOf(statement))
    const writer = new StatementWriter(document, statement, madeAt, scripts)
    const layout = await writer.layOut()
    return { count: layout.length, drawPage: (index) => writer.drawPage(layout, index) }
  })
}
