import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type OpenGraphText, renderOpenGraphImage } from './open-graph.ts'

/** Milliseconds for drawing a few images on a busy machine. */
const slow = 180_000

const prospectus: OpenGraphText = {
  title: 'Investment prospectus',
  kicker: 'For investors',
  description: 'How tokens are backed, what they cost and what can go wrong, in one document.',
}
const newFolder = () => mkdtemp(join(tmpdir(), 'open-graph-'))

/** Width and height from a PNG file's header; throws if it is not a PNG. */
function readPngSize(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset)
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

let folder = ''
let drawn = new Uint8Array()

beforeAll(async () => {
  folder = await newFolder()
  drawn = new Uint8Array(await renderOpenGraphImage(prospectus, folder))
}, slow)

test('renders a PNG of 1200 by 630 in a size that messengers accept', () => {
  expect(readPngSize(drawn)).toEqual({ width: 1200, height: 630 })
  expect(drawn.length).toBeGreaterThan(20_000)
  expect(drawn.length).toBeLessThan(300_000)
})

test(
  'renders the same bytes for the same texts, with and without the cache',
  async () => {
    expect(Buffer.compare(await renderOpenGraphImage(prospectus, folder), drawn)).toBe(0)
    expect(await readdir(folder)).toHaveLength(1)
    expect(Buffer.compare(await renderOpenGraphImage(prospectus, await newFolder()), drawn)).toBe(0)
  },
  slow,
)

test(
  'renders another image for another title, smaller if it is very long, and cuts a long description',
  async () => {
    const title = 'Reading a resource statement '.repeat(5)
    const long = await renderOpenGraphImage(
      { ...prospectus, title, description: 'A long sentence. '.repeat(30) },
      folder,
    )
    expect(readPngSize(long)).toEqual({ width: 1200, height: 630 })
    expect(Buffer.compare(long, drawn)).not.toBe(0)
  },
  slow,
)
