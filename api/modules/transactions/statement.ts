/** A statement as a PDF: laid out first, so that each page knows how many there are, then drawn page by page. */
import PDFDocument from 'pdfkit'
import { mark, palette } from '#build/brand'
import type { Transaction } from '#contract/transactions'
import type { CurrencyFigures, FigureLine, Statement } from './statement-figures.ts'
import { columns, descriptionWidth, faces, page, right, sums } from './statement-style.ts'
import { Typesetter } from './typefaces.ts'

const LINE = 11
const ROW_PADDING = 7
const MAX_LINES = 3
/** Where rows begin on a page after the first, and below which nothing but the foot stands. */
const TOP = 96
const BOTTOM = page.height - page.bottom

/** Rows laid out before others have their turn: some ten milliseconds. */
const ROWS_A_TURN = 200

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const kindNames: Record<FigureLine['kind'], string> = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  transfer: 'Transfers',
  fee: 'Fees',
  interest: 'Interest',
  carried_fees: 'Fees carried by other transactions',
}

const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+(?=\.))/g, ',')
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const signOf = ({ type }: Transaction): string => (type === 'withdrawal' || type === 'fee' ? '−' : '+')

function describePeriod({ from, to }: Statement['range']): string {
  if (from && to) return from === to ? from : `${from} to ${to}`
  if (from) return `From ${from}`
  return to ? `Up to ${to}` : 'All transactions'
}

/** A row with its description broken into lines. */
interface LaidRow {
  row: Transaction
  lines: string[]
  height: number
}

interface Layout {
  /** Rows of each page; the first page holds the figures too. */
  pages: LaidRow[][]
  /** Where the rows of the first page begin. */
  firstTop: number
}

const figuresHeight = ({ lines }: CurrencyFigures): number => 38 + lines.length * 16

class StatementWriter {
  readonly #document: PDFKit.PDFDocument
  readonly #set: Typesetter
  readonly #statement: Statement
  readonly #madeAt: string

  constructor(document: PDFKit.PDFDocument, statement: Statement, madeAt: Date) {
    this.#document = document
    this.#set = new Typesetter(document)
    this.#statement = statement
    this.#madeAt = `${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  }

  async layOut(): Promise<Layout> {
    const { figures, rows } = this.#statement
    const firstTop = 190 + figures.reduce((height, of) => height + figuresHeight(of) + 14, 0) + 28
    const pages: LaidRow[][] = [[]]
    let y = firstTop
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_A_TURN === 0) await nextTurn()
      const described = this.#set.wrap(faces.cell, row.description, descriptionWidth, MAX_LINES)
      const lines = described.length > 0 ? described : ['No description']
      const height = lines.length * LINE + ROW_PADDING
      if (y + height > BOTTOM) {
        pages.push([])
        y = TOP + 20
      }
      pages.at(-1)?.push({ row, lines, height })
      y += height
    }
    return { pages, firstTop }
  }

  /** Draws one page; the document must stand on it. */
  drawPage({ pages, firstTop }: Layout, index: number): void {
    if (index === 0) this.#drawHead()
    else this.#drawRunningHead()
    const rows = pages[index] ?? []
    let y = index === 0 ? firstTop : TOP
    if (rows.length > 0) {
      this.#drawColumnHeads(y)
      y += 20
      for (const laid of rows) {
        this.#drawRow(laid, y)
        y += laid.height
      }
    } else if (index === 0) {
      this.#set.line(faces.text, 'There are no transactions in this period.', page.margin, y)
    }
    this.#drawFoot(index + 1, pages.length)
  }

  #rule(y: number, color: string = palette.line, width = 0.5): void {
    this.#document.moveTo(page.margin, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke()
  }

  #drawBrand(x: number, baseline: number): void {
    const scale = 18 / mark.size
    this.#document
      .save()
      .translate(x, baseline - 14)
      .scale(scale)
    for (const [path, color] of [
      [mark.far, palette.primary],
      [mark.near, palette.ink],
    ] as const) {
      this.#document.path(path).lineWidth(mark.strokeWidth).lineJoin('round').strokeColor(color).stroke()
    }
    this.#document.restore()
    this.#set.line(faces.brand, this.#statement.siteName, x + 24, baseline)
  }

  #drawHead(): void {
    const { investor, range, rows, figures } = this.#statement
    const set = this.#set
    this.#drawBrand(page.margin, 62)
    set.line(faces.title, 'Account statement', page.margin, 112)
    const half = 310
    this.#pair('Investor', page.margin, 142, investor.name, investor.email)
    const counted = `${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'transaction' : 'transactions'}, days in UTC`
    this.#pair('Period', half, 142, describePeriod(range), counted)
    let y = 204
    for (const of of figures) {
      this.#drawFigures(of, y)
      y += figuresHeight(of) + 14
    }
    if (figures.length === 0)
      set.line(faces.text, 'Nothing was completed up to the end of this period.', page.margin, y)
  }

  #pair(label: string, x: number, y: number, first: string, second: string): void {
    const width = 240
    this.#set.line(faces.label, label.toUpperCase(), x, y)
    this.#set.line(faces.name, this.#set.wrap(faces.name, first, width, 1)[0] ?? '', x, y + 15)
    this.#set.line(faces.text, this.#set.wrap(faces.text, second, width, 1)[0] ?? '', x, y + 28)
  }

  #drawFigures({ currency, lines }: CurrencyFigures, top: number): void {
    const set = this.#set
    this.#rule(top, palette.lineStrong, 0.75)
    set.line(faces.section, `Completed, in ${currency}`, sums.kind, top + 18)
    set.line(faces.label, 'OPENING', sums.opening, top + 18, 'right')
    set.line(faces.label, 'THIS PERIOD', sums.period, top + 18, 'right')
    set.line(faces.label, 'CLOSING', sums.closing, top + 18, 'right')
    let y = top + 36
    for (const { kind, opening, period, closing } of lines) {
      set.line(faces.cell, kindNames[kind], sums.kind, y)
      set.line(faces.figure, grouped(opening), sums.opening, y, 'right')
      set.line(faces.figure, grouped(period), sums.period, y, 'right')
      set.line(faces.total, grouped(closing), sums.closing, y, 'right')
      this.#rule(y + 5)
      y += 16
    }
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

  #drawColumnHeads(y: number): void {
    const set = this.#set
    set.line(faces.label, 'DATE', columns.date, y)
    set.line(faces.label, 'TYPE', columns.type, y)
    set.line(faces.label, 'DESCRIPTION', columns.description, y)
    set.line(faces.label, 'STATUS', columns.status, y)
    set.line(faces.label, 'AMOUNT', columns.amount, y, 'right')
    set.line(faces.label, 'FEE', columns.fee, y, 'right')
    this.#rule(y + 6, palette.lineStrong, 0.75)
  }

  #drawRow({ row, lines, height }: LaidRow, y: number): void {
    const set = this.#set
    const counts = row.status === 'completed'
    set.line(faces.figure, row.transaction_date.slice(0, 10), columns.date, y)
    set.line(faces.cell, capital(row.type), columns.type, y)
    lines.forEach((line, at) => {
      set.line(row.description ? faces.cell : faces.quiet, line, columns.description, y + at * LINE)
    })
    set.line(counts ? faces.cell : faces.quiet, capital(row.status), columns.status, y)
    const amount = { ...faces.figure, color: counts ? faces.figure.color : palette.inkThird }
    set.line(amount, `${signOf(row)}${grouped(row.amount)} ${row.currency}`, columns.amount, y, 'right')
    if (row.fee !== '0.00') set.line(amount, `−${grouped(row.fee)}`, columns.fee, y, 'right')
    this.#rule(y + height - LINE + 1)
  }

  #drawFoot(number: number, of: number): void {
    const y = page.height - 36
    const note = this.#set.missed ? '. Characters that cannot be printed here are shown as ?' : ''
    this.#set.line(faces.foot, `Made ${this.#madeAt}${note}`, page.margin, y)
    this.#set.line(faces.foot, `Page ${number} of ${of}`, right, y, 'right')
  }
}

/**
 * Draws a statement. A page is made when the one before it was taken, and between two pages others have their turn:
 * a long statement holds up nobody.
 */
export async function* drawStatement(statement: Statement, madeAt: Date): AsyncGenerator<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `Account statement, ${describePeriod(statement.range)}`,
      Author: statement.siteName,
      Subject: `Transactions of ${statement.investor.name}`,
      CreationDate: madeAt,
    },
  })
  let made: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => made.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  const take = (): Uint8Array => {
    const bytes = Buffer.concat(made)
    made = []
    return bytes
  }

  const writer = new StatementWriter(document, statement, madeAt)
  const layout = await writer.layOut()
  for (let index = 0; index < layout.pages.length; index++) {
    document.addPage()
    writer.drawPage(layout, index)
    await nextTurn()
    if (made.length > 0) yield take()
  }
  document.end()
  await ended
  yield take()
}
