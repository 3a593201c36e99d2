/**
 * PNG with a palette. Quantising encoders compare each pixel with each colour of the palette; a drawing has a million
 * pixels but only a few thousand colours, so this compares the colours instead.
 */
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

const MOST_COLOURS = 256

/** A colour and how many pixels have it. */
interface Shade {
  /** Red, green and blue in 24 bits. */
  colour: number
  count: number
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const CHANNELS: readonly number[] = [16, 8, 0]

const channelOf = (colour: number, shift: number): number => (colour >> shift) & 0xff

/** The colours of opaque pixels of four bytes each. */
function countColours(pixels: DataView): Map<number, Shade> {
  const shades = new Map<number, Shade>()
  let last: Shade = { colour: -1, count: 0 }
  for (let at = 0; at < pixels.byteLength; at += 4) {
    const colour = pixels.getUint32(at) >>> 8
    if (colour !== last.colour) {
      last = shades.get(colour) ?? { colour, count: 0 }
      shades.set(colour, last)
    }
    last.count += 1
  }
  return shades
}

/** The spread of a box's colours in its widest channel, weighted by pixel count. */
function spreadOf(box: readonly Shade[]): { spread: number; shift: number } {
  const pixels = box.reduce((sum, { count }) => sum + count, 0)
  let widest = { spread: -1, shift: 0 }
  for (const shift of CHANNELS) {
    const mean = box.reduce((sum, { colour, count }) => sum + channelOf(colour, shift) * count, 0) / pixels
    const spread = box.reduce(
      (sum, { colour, count }) => sum + count * (channelOf(colour, shift) - mean) ** 2,
      0,
    )
    if (spread > widest.spread) widest = { spread, shift }
  }
  return widest
}

/** Splits a box at the mean of its widest channel. */
function split(box: readonly Shade[], shift: number): [Shade[], Shade[]] {
  const values = box.map(({ colour }) => channelOf(colour, shift))
  const middle = (Math.min(...values) + Math.max(...values)) / 2
  const isLow = ({ colour }: Shade) => channelOf(colour, shift) <= middle
  return [box.filter(isLow), box.filter((shade) => !isLow(shade))]
}

/** The colour of a box: the mean of its pixels. */
function meanOf(box: readonly Shade[]): number {
  const pixels = box.reduce((sum, { count }) => sum + count, 0)
  return CHANNELS.reduce((mean, shift) => {
    const total = box.reduce((sum, { colour, count }) => sum + channelOf(colour, shift) * count, 0)
    return mean | (Math.round(total / pixels) << shift)
  }, 0)
}

/** Boxes of similar colours, at most as many as a palette has: the one with the greatest error is split next. */
function groupColours(shades: readonly Shade[]): Shade[][] {
  const boxes = [{ shades: [...shades], ...spreadOf(shades) }]
  while (boxes.length < MOST_COLOURS) {
    const worst = boxes.reduce((most, box) => (box.spread > most.spread ? box : most))
    if (worst.spread === 0) break
    boxes.splice(
      boxes.indexOf(worst),
      1,
      ...split(worst.shades, worst.shift).map((half) => ({ shades: half, ...spreadOf(half) })),
    )
  }
  return boxes.map((box) => box.shades)
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.byteLength + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.byteLength)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(data.byteLength + 8, Bun.hash.crc32(bytes.subarray(4, data.byteLength + 8)))
  return bytes
}

/**
 * Encodes opaque pixels of four bytes (red, green, blue, alpha) with at most 256 colours; more are reduced to those
 * that differ least. The same pixels give the same bytes.
 */
export async function encodePalettePng(
  pixels: Uint8Array,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const boxes = groupColours([...countColours(view).values()])
  const palette = new Uint8Array(boxes.length * 3)
  const places = new Map<number, number>()
  for (const [place, box] of boxes.entries()) {
    const mean = meanOf(box)
    palette.set(
      CHANNELS.map((shift) => channelOf(mean, shift)),
      place * 3,
    )
    for (const { colour } of box) places.set(colour, place)
  }

  // Each row begins with filter type zero: filters do not help with palette indices.
  const lines = new Uint8Array((width + 1) * height)
  let last = -1
  let place = 0
  for (let at = 0, pixel = 0; pixel < width * height; pixel++) {
    if (pixel % width === 0) at += 1
    const colour = view.getUint32(pixel * 4) >>> 8
    if (colour !== last) {
      last = colour
      place = places.get(colour) ?? 0
    }
    lines[at++] = place
  }

  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, width)
  new DataView(header.buffer).setUint32(4, height)
  // Bit depth 8, colour type palette, and the only defined methods of compression, filter and interlace.
  header.set([8, 3, 0, 0, 0], 8)
  const compressed = await promisify(deflate)(lines)
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', compressed),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(Buffer.concat(parts))
}
