import { describe, expect, it } from 'vitest'
import { transactions } from '#contract/cash/transactions'
import { NetworkError } from './call-errors.ts'
import {
  createDownload,
  type DownloadProgress,
  formatDownloadProgress,
  parseFileName,
  readResponseFile,
} from './download.ts'

describe('readFileName', () => {
  it.each([
    ['attachment; filename="statement.pdf"', 'statement.pdf'],
    [`attachment; filename="report.pdf"; filename*=UTF-8''Bericht%20%C3%BC.pdf`, 'Bericht ü.pdf'],
    [`attachment; filename="report.pdf"; filename*=UTF-8''%zz`, 'report.pdf'],
    ['attachment', undefined],
    [null, undefined],
  ])('%s', (header, name) => {
    expect(parseFileName(header)).toBe(name)
  })
})

describe('readFile', () => {
  /** Reads a file that arrives in chunks; returns the reported progress. */
  async function receive(pieces: string[], headers: Record<string, string>) {
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    const progress: DownloadProgress[] = []
    const file = await readResponseFile(new Response(stream, { headers }), (step) => progress.push(step))
    return { text: await file.text(), progress: progress.map(formatDownloadProgress) }
  }
  const pieces = ['Id,Note\r\n1,plain\r\n2,"a ""quo', 'ted"" line\r\nand another', '"\r\n3,ore', '\r\n']

  it('reports how many rows of a table have arrived, not counting line breaks within fields', async () => {
    const { text, progress } = await receive(pieces, { 'content-type': 'text/csv', 'x-total-count': '3' })
    expect(text).toBe(pieces.join(''))
    expect(progress).toEqual(['1 of 3 rows', '1 of 3 rows', '2 of 3 rows', '3 of 3 rows'])
  })

  it('reports at most the announced number of rows, with thousands separators', async () => {
    const many = await receive(['Id\n1\n2\n'], { 'content-type': 'text/csv', 'x-total-count': '1' })
    expect(many.progress).toEqual(['1 of 1 row'])
    expect(formatDownloadProgress({ bytes: 9, rows: { received: 12_000, total: 200_000 } })).toBe(
      '12,000 of 200,000 rows',
    )
  })

  it.each([
    ['of a table of unknown length', { 'content-type': 'text/csv' }],
    ['of another kind of file', { 'content-type': 'application/pdf', 'x-total-count': '3' }],
  ])('reports the bytes %s', async (_, headers) => {
    const { progress } = await receive(['x'.repeat(2048)], headers)
    expect(progress).toEqual(['2.0 KB received'])
  })

  it('throws when the transfer is cut off', async () => {
    const stream = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) })
    await expect(readResponseFile(new Response(stream), undefined)).rejects.toThrow('cut')
  })

  it('reports that it is waiting for the first byte', () => {
    expect(formatDownloadProgress({ bytes: 0 })).toBe('Preparing the file...')
  })
})

describe('a download', () => {
  it('that is cut off midway is a network failure and saves nothing', async () => {
    const pieces = ['Id\r\n1\r\n', '2\r\n']
    const body = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift()
        if (piece === undefined) controller.error(new Error('cut'))
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    })
    const headers = { 'content-type': 'text/csv; charset=utf-8', 'x-total-count': '9' }
    const steps: string[] = []
    const download = createDownload((async () => new Response(body, { headers })) as never)
    // Saving would fail here because there is no document.
    await expect(
      download(
        transactions.exportCsv,
        { query: {} },
        { name: 'x.csv', onProgress: (step) => steps.push(formatDownloadProgress(step)) },
      ),
    ).rejects.toBeInstanceOf(NetworkError)
    expect(steps).toEqual(['1 of 9 rows', '2 of 9 rows'])
  })

  it("of a table without rows saves nothing and returns 'no rows'", async () => {
    const response = new Response('Id,Note\r\n', {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'x-total-count': '0' },
    })
    const download = createDownload((async () => response) as never)
    // Saving needs a document, which does not exist here.
    expect(await download(transactions.exportCsv, { query: {} }, { name: 'transactions.csv' })).toBe(
      'no rows',
    )
  })
})
