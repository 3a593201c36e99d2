/** Re-encodes an image, so that only its visible content remains. */
import { readFile } from 'node:fs/promises'
import { ICON_WRONG_TYPE, SVG_BYTES_MAX, SVG_TOO_LARGE } from '#contract/catalog/admin-tokens'
import { Problem } from '#contract/problem'
import { detectMediaType, isSvg } from '#modules/catalog/documents/file-type'
import { runInImageQueue } from './image-queue.ts'
import { sanitizeSvgInWorker } from './svg-worker-client.ts'

/** Pixels per side: icons are shown at 44, on screens with up to three pixels each. */
const SIDE = 256
/** A few kilobytes can declare an image of any size. */
const MOST_PIXELS = 40_000_000

export interface IconImage {
  bytes: Uint8Array
  extension: 'png' | 'jpg' | 'webp' | 'svg'
  contentType: string
}

const wrongType = (cause?: unknown) => new Problem('unsupported_type', ICON_WRONG_TYPE, { cause })

const rasters = {
  'image/png': { extension: 'png', make: (image: Bun.Image) => image.png() },
  'image/jpeg': { extension: 'jpg', make: (image: Bun.Image) => image.jpeg({ quality: 88 }) },
  'image/webp': { extension: 'webp', make: (image: Bun.Image) => image.webp({ quality: 88 }) },
} as const

async function redraw(bytes: Uint8Array, mime: keyof typeof rasters): Promise<IconImage> {
  const { extension, make } = rasters[mime]
  try {
    const { width, height } = await new Bun.Image(bytes).metadata()
    if (width * height > MOST_PIXELS) throw new Problem('too_large', 'The image has too many pixels')
    const image = new Bun.Image(bytes).resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    return { bytes: await make(image).bytes(), extension, contentType: mime }
  } catch (error) {
    // Broken images begin like valid ones.
    throw error instanceof Problem ? error : wrongType(error)
  }
}

/**
 * Re-encodes the image of a file: a raster image from its pixels, at most 256 a side, an SVG from the elements and
 * attributes that draw. Throws `unsupported_type` for everything else.
 */
export const encodeImage = (path: string): Promise<IconImage> => runInImageQueue(() => readImage(path))

async function readImage(path: string): Promise<IconImage> {
  const bytes = await readFile(path)
  const mime = await detectMediaType(bytes)
  if (mime && Object.hasOwn(rasters, mime)) return redraw(bytes, mime as keyof typeof rasters)
  if (mime !== undefined && mime !== 'application/xml' && mime !== 'image/svg+xml') throw wrongType()
  if (!isSvg(new TextDecoder().decode(bytes.subarray(0, SVG_BYTES_MAX)))) throw wrongType()
  if (bytes.byteLength > SVG_BYTES_MAX) throw new Problem('too_large', SVG_TOO_LARGE)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw wrongType(error)
  }
  const cleaned = await sanitizeSvgInWorker(text)
  return { bytes: new TextEncoder().encode(cleaned), extension: 'svg', contentType: 'image/svg+xml' }
}
