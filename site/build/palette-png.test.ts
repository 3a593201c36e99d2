import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodePalettePng } from './palette-png.ts'

/** The chunks of a PNG by type, each checked against its CRC. */
function readChunks(png: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(png.buffer, png.byteOffset)
  const chunks = new Map<string, Uint8Array>()
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at)
    expect(view.getUint32(at + 8 + length)).toBe(Bun.hash.crc32(png.subarray(at + 4, at + 8 + length)))
    chunks.set(new TextDecoder().decode(png.subarray(at + 4, at + 8)), png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return chunks
}

/** Red, green and blue of each pixel, row by row. */
function decode(png: Uint8Array, width: number): number[][] {
  const chunks = readChunks(png)
  const palette = chunks.get('PLTE') ?? new Uint8Array()
  return [...inflateSync(chunks.get('IDAT') ?? new Uint8Array())]
    .filter((_, at) => at % (width + 1) !== 0)
    .map((place) => [...palette.subarray(place * 3, place * 3 + 3)])
}

const pixelsOf = (colours: readonly number[][]) =>
  new Uint8Array(colours.flatMap((colour) => [...colour, 255]))

test('retains a few colours exactly', async () => {
  const colours = [
    [21, 31, 38],
    [249, 115, 22],
    [255, 255, 255],
    [21, 31, 38],
    [0, 0, 0],
    [249, 115, 23],
  ]
  const png = await encodePalettePng(pixelsOf(colours), 3, 2)
  expect(decode(png, 3)).toEqual(colours)
  // Checks the header with an independent reader.
  expect(await new Bun.Image(png).metadata()).toMatchObject({ width: 3, height: 2, format: 'png' })
})

test('reduces thousands of colours to 256 that differ little, the same each time', async () => {
  const side = 64
  const colours = Array.from({ length: side * side }, (_, at) => [at % side, (at / side) | 0, 40])
  const png = await encodePalettePng(pixelsOf(colours), side, side)
  expect(readChunks(png).get('PLTE')).toHaveLength(256 * 3)
  const differences = decode(png, side).flatMap((seen, at) =>
    seen.map((value, channel) => Math.abs(value - (colours[at]?.[channel] ?? 0))),
  )
  expect(Math.max(...differences)).toBeLessThanOrEqual(4)
  expect(Buffer.compare(await encodePalettePng(pixelsOf(colours), side, side), png)).toBe(0)
})
