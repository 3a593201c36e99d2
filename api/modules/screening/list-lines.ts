/** The bytes of a list before they are parsed: bounded, so that no file holds up the requests of others. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createPause } from '#common/pause'
import { LIST_ROWS_MAX } from '#contract/admin-screening'
import { invalidField } from '#contract/problem'

/** Bytes that are parsed in one go, which other requests wait for. */
const CHUNK = 16 * 1024
/** Most cells of a line: lists that are published have up to forty. */
const CELLS_MAX = 100
/** Most lines, empty ones and those of quoted cells included. */
const LINES_MAX = 2 * LIST_ROWS_MAX

const NEWLINE = 0x0a
const RETURN = 0x0d
/** What may stand between cells: comma, semicolon, tabulator. */
const DELIMITERS = [',', ';', '\t'] as const
const isDelimiter = new Uint8Array(256)
for (const delimiter of DELIMITERS) isDelimiter[delimiter.charCodeAt(0)] = 1

/** What stands between the cells of a file: the sign that its first line has most often. */
export async function delimiterOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, 0)
    const [heading = ''] = buffer
      .toString('utf8', 0, bytesRead)
      .split('\n')
      .filter((line) => line.trim() !== '')
    const count = (sign: string) => heading.split(sign).length
    return DELIMITERS.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
  } finally {
    await file.close()
  }
}

/** How many lines a file has after the first, however they end. */
export async function countLines(path: string): Promise<number> {
  const pause = createPause()
  let [feeds, returns] = [0, 0]
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === NEWLINE) feeds += 1
      else if (byte === RETURN) returns += 1
    }
    await pause()
  }
  return Math.max(feeds, returns)
}

/**
 * The bytes of a file in chunks, with time for other requests between them, and rests as {@link createPause} has them.
 * Throws `validation` for one beyond the bounds.
 */
export async function* readLines(path: string, rest: number): AsyncGenerator<Buffer> {
  const pause = createPause({ rest })
  let line = 1
  let cells = 1
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === NEWLINE) {
        line += 1
        cells = 1
      } else if (isDelimiter[byte]) cells += 1
      if (cells > CELLS_MAX)
        throw invalidField(
          '/file',
          `Line ${line} has more than ${CELLS_MAX} columns. Keep name, birth date, list and entry id`,
        )
      if (line > LINES_MAX)
        throw invalidField('/file', `The list may have at most ${LINES_MAX.toLocaleString('en')} lines`)
    }
    await pause()
    yield chunk
  }
}
