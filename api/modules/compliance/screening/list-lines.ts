/** The bytes of a watchlist before parsing, bounded so that no file blocks the requests of others. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createYield } from '#common/cooperative-pause'
import { WATCHLIST_ROWS_MAX } from '#contract/compliance/admin-screening'
import { invalidFieldProblem } from '#contract/problem'

/** Bytes parsed in one go, while other requests wait. */
const CHUNK = 16 * 1024
/** Most cells in a line. Published watchlists have up to forty. */
const CELLS_MAX = 100
/** Most lines, including empty ones and those inside quoted cells. */
const LINES_MAX = 2 * WATCHLIST_ROWS_MAX

const NEWLINE = 0x0a
const RETURN = 0x0d
/** Possible delimiters: comma, semicolon and tab. */
const DELIMITERS = [',', ';', '\t'] as const
const isDelimiter = new Uint8Array(256)
for (const delimiter of DELIMITERS) isDelimiter[delimiter.charCodeAt(0)] = 1

/** The delimiter of a file: the candidate that is most frequent in its first line. */
export async function detectDelimiter(path: string): Promise<string> {
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

/** The number of lines after the first, whatever the line ending. */
export async function countLines(path: string): Promise<number> {
  const pause = createYield()
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
 * The bytes of a file in chunks, with time for other requests between them and pauses as in {@link
 * createPause}. Throws `validation` for a file that exceeds the limits.
 */
export async function* readLines(path: string, rest: number): AsyncGenerator<Buffer> {
  const pause = createYield({ rest })
  let line = 1
  let cells = 1
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === NEWLINE) {
        line += 1
        cells = 1
      } else if (isDelimiter[byte]) cells += 1
      if (cells > CELLS_MAX)
        throw invalidFieldProblem(
          '/file',
          `Line ${line} has more than ${CELLS_MAX} columns. Keep name, birth date, list and entry id`,
        )
      if (line > LINES_MAX)
        throw invalidFieldProblem(
          '/file',
          `The watchlist can contain up to ${LINES_MAX.toLocaleString('en')} lines`,
        )
    }
    await pause()
    yield chunk
  }
}
