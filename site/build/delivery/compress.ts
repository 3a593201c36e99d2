import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentType, isText } from './content-types.ts'
import { hashOf, listFiles } from './files.ts'

/** Bytes. A first view is several files, so what each small one saves adds up; below this nothing is saved. */
const SMALLEST = 256

/** Bytes from which the last tenth is not worth it: the script of the API reference would take nine seconds more. */
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

/** Compresses one file both ways, unless the same bytes were compressed before; skips what does not get smaller. */
async function compressFile(path: string, store: string): Promise<void> {
  const data = await readFile(path)
  if (data.byteLength <= SMALLEST) return
  const hash = hashOf(data)
  for (const [suffix, compress] of Object.entries(compressors)) {
    const kept = join(store, `${hash}.${suffix}`)
    if (!existsSync(kept)) {
      // Written under another name first: an interrupted build leaves no half file behind.
      await writeFile(`${kept}.part`, await compress(data))
      await rename(`${kept}.part`, kept)
    }
    if (Bun.file(kept).size < data.byteLength) await copyFile(kept, `${path}.${suffix}`)
  }
}

/** Puts a `.br` and a `.gz` beside every text of the site. `tell` hears how far it is. */
export async function compressFiles(
  site: string,
  cache: string,
  tell: (line: string) => void,
): Promise<void> {
  const store = join(cache, 'compressed')
  await mkdir(store, { recursive: true })
  const paths = (await listFiles(site)).filter((path) => isText(contentType(path)))
  // The largest first: a worker that starts it last would keep the others waiting.
  const queue = paths.map((path) => join(site, path)).sort((a, b) => Bun.file(b).size - Bun.file(a).size)
  const total = queue.length
  let done = 0
  let told = Date.now()
  const work = async () => {
    for (let path = queue.shift(); path; path = queue.shift()) {
      await compressFile(path, store)
      done += 1
      if (Date.now() - told < 2000) continue
      told = Date.now()
      tell(`compressing ${done} of ${total}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}
