/**
 * Rows as a workbook of Excel (Office Open XML). Unlike CSV it says which encoding it has, where a cell ends and what a
 * number is, so it opens alike wherever a comma separates decimals; and no text of it is ever run as a formula.
 */
import { invalidFieldProblem } from '#contract/problem'
import { writeZip, type ZipEntry } from './zip.ts'

/** A text, or a number in its decimal form. */
export type WorkbookCell = string | { number: string }

/** Rows that a sheet can have, without the titles. */
export const SHEET_ROWS_MAX = 1_048_575
/** Characters that a cell can have. */
const CELL_MAX = 32_767
/** Digits that Excel keeps of a number. */
const DIGITS_MAX = 15

/** Formats of cells, as positions in the list of `STYLES`. */
const [TITLE, CENTS, DAY, INSTANT] = [1, 2, 3, 4]

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': xml(
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ),
  '_rels/.rels': xml(
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  'xl/workbook.xml': xml(
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  'xl/_rels/workbook.xml.rels': xml(
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ),
  'xl/styles.xml': xml(
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ),
}

const beginSheet = (columns: number): string =>
  xml(
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="20" customWidth="1"/></cols><sheetData>`,
  )
const END_SHEET = '</sheetData></worksheet>'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text as XML has it: without characters that XML cannot hold; `_x000D_` is how Excel writes a carriage return. */
const toXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)

const textCell = (text: string, style = ''): string => {
  if (text === '') return '<c/>'
  const fitting = text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${toXml(fitting)}</t></is></c>`
}

const styled = (style: number | undefined): string => ` s="${style}"`
const numberCell = (number: string | number, style = ''): string => `<c${style}><v>${number}</v></c>`

const DAY_MS = 86_400_000
/** Day 0 of Excel's calendar, which is right from March 1900 on. */
const EPOCH = Date.UTC(1899, 11, 30)
const FIRST_DAY = Date.UTC(1900, 2, 1)

/** A day or an instant in UTC as Excel counts them, in days; undefined of other texts. */
function readDate(text: string): { days: number; style: number | undefined } | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text)) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at) || at < FIRST_DAY || !new Date(at).toISOString().startsWith(text.slice(0, 10)))
    return undefined
  return { days: (at - EPOCH) / DAY_MS, style: isDay ? DAY : INSTANT }
}

function cellXml(cell: WorkbookCell): string {
  if (typeof cell === 'string') {
    const date = readDate(cell)
    return date ? numberCell(date.days, styled(date.style)) : textCell(cell)
  }
  const { number } = cell
  // A longer one would lose its last digits.
  if (number.replace(/\D/g, '').replace(/^0+/, '').length > DIGITS_MAX) return textCell(number)
  return numberCell(number, /\.\d\d$/.test(number) ? styled(CENTS) : '')
}

const encoder = new TextEncoder()

async function* writeSheet(
  titles: readonly string[],
  batches: AsyncIterable<readonly WorkbookCell[][]>,
): AsyncGenerator<Uint8Array> {
  const head = titles.map((title) => textCell(title, styled(TITLE))).join('')
  yield encoder.encode(`${beginSheet(titles.length)}<row>${head}</row>`)
  for await (const rows of batches)
    yield encoder.encode(rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join(''))
  yield encoder.encode(END_SHEET)
}

/** Throws `validation` for more rows than a sheet can have. */
export function checkSheetFits(rows: number): void {
  if (rows <= SHEET_ROWS_MAX) return
  const most = SHEET_ROWS_MAX.toLocaleString('en-US')
  throw invalidFieldProblem(
    '/for',
    `Excel can open up to ${most} rows. Narrow the list or export CSV instead`,
  )
}

/** A workbook of one sheet: titles in the first row, which stays in view, then the rows. */
export function writeWorkbook(
  titles: readonly string[],
  batches: AsyncIterable<readonly WorkbookCell[][]>,
): AsyncGenerator<Uint8Array> {
  const parts: ZipEntry[] = Object.entries(PARTS).map(([name, body]) => ({
    name,
    chunks: [encoder.encode(body)],
  }))
  return writeZip([...parts, { name: 'xl/worksheets/sheet1.xml', chunks: writeSheet(titles, batches) }])
}
