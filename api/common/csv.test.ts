import { describe, expect, test } from 'vitest'
import { exportCsv, toCsvDecimal } from './csv.ts'

/** The file of one row with these cells, without its header. */
async function fileOf(...cells: (string | number | ReturnType<typeof toCsvDecimal>)[]): Promise<string> {
  const { chunks } = await exportCsv<object>({
    columns: cells.map((cell) => ['Title', () => cell] as const),
    count: async () => [{ total: 1 }],
    read: async (last) => (last ? [] : [{}]),
  })
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const text = Buffer.concat(parts).toString()
  return text.slice(text.indexOf('\r\n') + 2)
}

/** Cells as a spreadsheet reads them: quotes count only at the beginning of a cell. */
function readCells(file: string, separator: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at < file.length) {
    let cell = ''
    if (file[at] === '"') {
      at += 1
      while (at < file.length && (file[at] !== '"' || file[at + 1] === '"')) {
        if (file[at] === '"') at += 1
        cell += file[at]
        at += 1
      }
      at += 1
    }
    while (at < file.length && file[at] !== separator && file[at] !== '\n' && file[at] !== '\r') {
      cell += file[at]
      at += 1
    }
    cells.push(cell)
    if (file[at] === '\r' && file[at + 1] === '\n') at += 1
    at += 1
  }
  return cells
}

const FORMULA = /^[\s\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/u

describe('a CSV cell', () => {
  test('keeps a negative figure as a number', async () => {
    expect(await fileOf(toCsvDecimal('-18436.66'), toCsvDecimal('0.5000'), toCsvDecimal(null), -3)).toBe(
      '-18436.66,0.5000,,-3\r\n',
    )
  })

  test('of figures rejects text that is not a decimal', () => {
    for (const text of ['=1+1', '1e9', 'NaN', '-', '1,5', ''])
      expect(() => toCsvDecimal(text)).toThrow(TypeError)
  })

  test('of text is never a formula, whatever separates the cells', async () => {
    const texts = [
      '=1+1',
      '-5',
      ' \u200B=1+1',
      'Ann;=cmd',
      'Ann; "=cmd"',
      'Ann;";"=cmd',
      'Ann|+1',
      'Ann\t@SUM(A1)',
      'Ann\n=cmd',
      'Ann,"\r\n=cmd',
      'Ann\n\n;\t-1',
      '\t=1',
      '\r=1',
      '\uFF1D1',
      '";=1',
      "';=1",
    ]
    for (const text of texts) {
      const file = await fileOf('Name', text, 'last')
      for (const separator of [',', ';', '\t', '|']) {
        const formulas = readCells(file, separator).filter((cell) => FORMULA.test(cell))
        expect([text, separator, formulas]).toEqual([text, separator, []])
      }
    }
  })

  test('of text is unchanged if it is not a formula', async () => {
    const text = 'Paid 1,000 - of 2,000; see "notes"'
    expect(readCells(await fileOf(text), ',')).toEqual([text])
  })

  test('is scanned once, however many blanks it contains', async () => {
    // Scanning the blanks again from each of them would exceed the time limit of a test.
    const text = `a${'\n'.repeat(200_000)}b`
    expect((await fileOf(text)).length).toBe(text.length + 4)
  })
})
