/** Makes a picture anew, so that nothing is left of it but what is seen. */
import { readFile } from 'node:fs/promises'
import type { IOptions } from 'sanitize-html'
import { ICON_WRONG_TYPE } from '#contract/admin-tokens'
import { Problem } from '#contract/problem'
import { isSvg, sniff } from '#modules/documents/kinds'

/** Pixels a side: icons are shown at 44, on screens with three to each. */
const SIDE = 256
/** A few kilobytes can say that they are a picture of any size. */
const MOST_PIXELS = 40_000_000

export interface Picture {
  bytes: Uint8Array
  extension: 'png' | 'jpg' | 'webp' | 'svg'
  contentType: string
}

const wrongType = (cause?: unknown) => new Problem('unsupported_type', ICON_WRONG_TYPE, { cause })

const shapes = ['path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'rect', 'text', 'tspan', 'use']
const groups = ['svg', 'g', 'defs', 'symbol', 'clipPath', 'mask', 'title', 'desc']
const gradients = ['linearGradient', 'radialGradient', 'stop']

const geometry =
  'd cx cy r rx ry x y x1 y1 x2 y2 dx dy fx fy width height points viewBox preserveAspectRatio transform pathLength'
const paint =
  'fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color stop-color stop-opacity offset clip-rule display visibility'
const references =
  'id href clip-path mask gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits'
const words = 'font-size font-family font-weight text-anchor'
const frame = 'xmlns version'
const attributes = [geometry, paint, references, words, frame].flatMap((list) => list.split(' '))

/** A reference within the picture is the only one there may be. */
const isInside = (name: string, value: string): boolean =>
  name === 'href'
    ? /^#[\w.-]+$/.test(value)
    : !/url\s*\(/i.test(value) || /^\s*url\(\s*["']?#[\w.-]+["']?\s*\)\s*\w*$/i.test(value)

const svgRules: IOptions = {
  allowedTags: [...groups, ...shapes, ...gradients],
  allowedAttributes: { '*': attributes },
  allowedSchemes: [],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'foreignObject', 'metadata'],
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  transformTags: {
    '*': (tagName, given) => {
      const { 'xlink:href': linked, ...own } = given
      const attribs = Object.entries({ ...(linked && { href: linked }), ...own }).filter(([name, value]) =>
        isInside(name, value),
      )
      return { tagName, attribs: Object.fromEntries(attribs) }
    },
  },
}

async function cleanSvg(text: string): Promise<Uint8Array> {
  const { default: sanitize } = await import('sanitize-html')
  const cleaned = sanitize(text, svgRules).trim()
  if (!/^<svg[\s>]/.test(cleaned)) throw wrongType()
  // Without its namespace a picture is text to a browser.
  const named = /^<svg[^>]*\sxmlns="/.test(cleaned)
    ? cleaned
    : cleaned.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  return new TextEncoder().encode(named)
}

const rasters = {
  'image/png': { extension: 'png', make: (image: Bun.Image) => image.png() },
  'image/jpeg': { extension: 'jpg', make: (image: Bun.Image) => image.jpeg({ quality: 88 }) },
  'image/webp': { extension: 'webp', make: (image: Bun.Image) => image.webp({ quality: 88 }) },
} as const

async function redraw(bytes: Uint8Array, mime: keyof typeof rasters): Promise<Picture> {
  const { extension, make } = rasters[mime]
  try {
    const { width, height } = await new Bun.Image(bytes).metadata()
    if (width * height > MOST_PIXELS) throw new Problem('too_large', 'The image has too many pixels')
    const image = new Bun.Image(bytes).resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    return { bytes: await make(image).bytes(), extension, contentType: mime }
  } catch (error) {
    // Broken pictures begin like whole ones.
    throw error instanceof Problem ? error : wrongType(error)
  }
}

/**
 * The picture of a file, made anew: a raster image from its pixels, at most 256 a side, an SVG from the elements
 * and attributes that draw. Throws `unsupported_type` for everything else.
 */
export async function makePicture(path: string): Promise<Picture> {
  const bytes = await readFile(path)
  const mime = await sniff(bytes)
  if (mime && Object.hasOwn(rasters, mime)) return redraw(bytes, mime as keyof typeof rasters)
  if (mime !== undefined && mime !== 'application/xml' && mime !== 'image/svg+xml') throw wrongType()
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw wrongType(error)
  }
  if (!isSvg(text)) throw wrongType()
  return { bytes: await cleanSvg(text), extension: 'svg', contentType: 'image/svg+xml' }
}
