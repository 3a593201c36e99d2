/** A workbook as a spreadsheet program reads it: unpacked, and its cells by their XML. */
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { createInMemorySource, exportCsv, toCsvDecimal } from './csv.ts'
import { SHEET_ROWS_MAX } from './workbook.ts'

type Value = Parameters<typeof exportCsv>[0]['columns'][number][1] extends (row: never) => infer C ? C : never

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  for await (const chunk of chunks) read.push(chunk)
  return new Uint8Array(Buffer.concat(read))
}

/** The cells of the rows below the titles, each as its XML. */
async function cellsOf(...rows: Value[][]): Promise<string[][]> {
  const width = rows[0]?.length ?? 0
  const file = await exportCsv<{ number: number; cells: Value[] }>({
    columns: Array.from({ length: width }, (_, at) => [`Column ${at}`, ({ cells }) => cells[at] ?? '']),
    ...createInMemorySource(rows.map((cells, at) => ({ number: at + 1, cells }))),
  })
  const parts = unzipSync(await bytesOf(file.workbook?.().chunks ?? file.chunks))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)]
    .slice(1)
    .map(([, row = '']) => row.match(/<c[ />].*?(?:<\/c>|(?<=<c)\/>)/gs) ?? [])
}

const text = (content: string) => `<c t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`

describe('a workbook', () => {
  test('has the parts that Excel needs', async () => {
    const file = await exportCsv<{ number: number }>({
      columns: [['Title', ({ number }) => number]],
      ...createInMemorySource([{ number: 1 }]),
    })
    const parts = unzipSync(await bytesOf(file.workbook?.().chunks ?? file.chunks))
    expect(Object.keys(parts)).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ])
    expect(file.madeRows?.()).toBe(1)
  })

  test('keeps names of every script and marks figures as numbers with a decimal point', async () => {
    expect(
      await cellsOf(['Müller & Łukasz <李>', toCsvDecimal('-18436.66'), toCsvDecimal('0.5'), 7]),
    ).toEqual([
      [
        text('Müller &amp; Łukasz &lt;李&gt;'),
        '<c s="2"><v>-18436.66</v></c>',
        '<c><v>0.5</v></c>',
        '<c><v>7</v></c>',
      ],
    ])
  })

  test('never holds a formula', async () => {
    const cells = await cellsOf(['=1+1', '+1', '@SUM(A1)', '\t=cmd'])
    expect(cells).toEqual([[text('=1+1'), text('+1'), text('@SUM(A1)'), text('\t=cmd')]])
  })

  test('has days and instants as dates, and texts that only look like one as texts', async () => {
    expect(await cellsOf(['2026-01-31', '2026-01-31T12:00:00.000Z', '2026-02-30', '1899-01-01'])).toEqual([
      ['<c s="3"><v>46053</v></c>', '<c s="4"><v>46053.5</v></c>', text('2026-02-30'), text('1899-01-01')],
    ])
  })

  test('keeps each digit of a figure that is too long for a number of Excel', async () => {
    const long = '1234567890123.456789'
    expect(await cellsOf([toCsvDecimal(long), toCsvDecimal('0.000000000000000123')])).toEqual([
      [text(long), '<c><v>0.000000000000000123</v></c>'],
    ])
  })

  test('has no character that would damage the file', async () => {
    const [[broken, escaped, long] = []] = await cellsOf([
      'a\u0000\u0008b\uD800\r\nc',
      '_x0041_',
      'x'.repeat(40_000),
    ])
    expect(broken).toBe(text('ab\uFFFD\nc'))
    expect(escaped).toBe(text('_x005F_x0041_'))
    expect(long).toBe(text(`${'x'.repeat(32_766)}…`))
  })

  test('is refused for more rows than a sheet has, before the first byte', async () => {
    const file = await exportCsv<{ number: number }>({
      columns: [],
      count: async () => [{ total: SHEET_ROWS_MAX + 1 }],
      read: async () => [],
    })
    expect(() => file.workbook?.()).toThrow('Excel can open up to 1,048,575 rows')
  })
})
