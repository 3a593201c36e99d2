import { describe, expect, it } from 'vitest'
import { transactions } from '#contract/transactions'
import {
  createDownload,
  type DownloadProgress,
  describeProgress,
  readFile,
  readFileName,
} from './download.ts'

describe('readFileName', () => {
  it.each([
    ['attachment; filename="statement.pdf"', 'statement.pdf'],
    [`attachment; filename="report.pdf"; filename*=UTF-8''Bericht%20%C3%BC.pdf`, 'Bericht ü.pdf'],
    [`attachment; filename="report.pdf"; filename*=UTF-8''%zz`, 'report.pdf'],
    ['attachment', undefined],
    [null, undefined],
  ])('%s', (header, name) => {
    expect(readFileName(header)).toBe(name)
  })
})

describe('readFile', () => {
  /** A file that arrives in pieces, and what was told of it. */
  async function receive(pieces: string[], headers: Record<string, string>) {
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    const told: DownloadProgress[] = []
    const file = await readFile(new Response(stream, { headers }), (progress) => told.push(progress))
    return { text: await file.text(), told: told.map(describeProgress) }
  }
  const pieces = ['Id,Note\r\n1,plain\r\n2,"a ""quo', 'ted"" line\r\nand another', '"\r\n3,ore', '\r\n']

  it('tells of a table how many of its rows have come, line breaks within texts aside', async () => {
    const { text, told } = await receive(pieces, { 'content-type': 'text/csv', 'x-total-count': '3' })
    expect(text).toBe(pieces.join(''))
    expect(told).toEqual(['1 of 3 rows', '1 of 3 rows', '2 of 3 rows', '3 of 3 rows'])
  })

  it('tells no more rows than were promised, and thousands apart', async () => {
    const many = await receive(['Id\n1\n2\n'], { 'content-type': 'text/csv', 'x-total-count': '1' })
    expect(many.told).toEqual(['1 of 1 row'])
    expect(describeProgress({ bytes: 9, rows: { received: 12_000, total: 200_000 } })).toBe(
      '12,000 of 200,000 rows',
    )
  })

  it.each([
    ['of a table of unknown length', { 'content-type': 'text/csv' }],
    ['of another kind of file', { 'content-type': 'application/pdf', 'x-total-count': '3' }],
  ])('tells the bytes %s', async (_, headers) => {
    const { told } = await receive(['x'.repeat(2048)], headers)
    expect(told).toEqual(['2.0 KB received'])
  })

  it('throws when the file breaks off', async () => {
    const stream = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) })
    await expect(readFile(new Response(stream), undefined)).rejects.toThrow('cut')
  })

  it('says that it waits for the first byte', () => {
    expect(describeProgress({ bytes: 0 })).toBe('Preparing the file...')
  })
})

describe('a download', () => {
  it('of a table without rows saves nothing and says so', async () => {
    const response = new Response('Id,Note\r\n', {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'x-total-count': '0' },
    })
    const download = createDownload((async () => response) as never)
    // Saving needs a document, which there is none of here.
    expect(await download(transactions.exportCsv, { query: {} }, { name: 'transactions.csv' })).toBe(
      'no rows',
    )
  })
})
