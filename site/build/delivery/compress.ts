import { existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hashParts, listFiles, writeFileAtomic } from '#build/file-utils'
import { contentType, isText } from './content-types.ts'

/** In bytes. A first view loads several files, so small savings add up; below this size nothing is saved. */
const SMALLEST = 256

/**
 * Size in bytes above which the highest quality is too slow for its gain: the API reference script would take nine
 * seconds longer.
 */
const LARGE = 1024 * 1024
const LARGE_QUALITY = 9

const compressors: Record<string, (data: Uint8Array) => Promise<Uint8Array>> = {
  br: (data) =>
    promisify(brotliCompress)(data, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]:
          data.byteLength > LARGE ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.byteLength,
      },
    }),
  gz: (data) => promisify(gzip)(data, { level: 9 }),
}

/** Compresses one file both ways unless the same bytes were compressed before; skips results that are not smaller. */
async function compressFile(path: string, store: string): Promise<void> {
  const data = await readFile(path)
  if (data.byteLength <= SMALLEST) return
  const hash = hashParts(data)
  for (const [suffix, compress] of Object.entries(compressors)) {
    const cached = join(store, `${hash}.${suffix}`)
    if (!existsSync(cached)) await writeFileAtomic(cached, await compress(data))
    if (Bun.file(cached).size < data.byteLength) await copyFile(cached, `${path}.${suffix}`)
  }
}

/** Writes a `.br` and a `.gz` next to every text file of the site. `report` is called with the progress. */
export async function compressFiles(
  site: string,
  cache: string,
  report: (line: string) => void,
): Promise<void> {
  const store = join(cache, 'compressed')
  const paths = (await listFiles(site)).filter((path) => isText(contentType(path)))
  // Largest first; started last, it would keep the other workers waiting.
  const queue = paths.map((path) => join(site, path)).sort((a, b) => Bun.file(b).size - Bun.file(a).size)
  const total = queue.length
  let done = 0
  let reportedAt = Date.now()
  const work = async () => {
    for (let path = queue.shift(); path; path = queue.shift()) {
      await compressFile(path, store)
      done += 1
      if (Date.now() - reportedAt < 2000) continue
      reportedAt = Date.now()
      report(`compressing ${done} of ${total}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}
