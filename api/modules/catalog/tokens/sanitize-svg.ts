/** Rebuilds an SVG image from the elements and attributes that draw, within limits that any browser draws instantly. */
import sanitize, { type IOptions } from 'sanitize-html'
import {
  ICON_WRONG_TYPE,
  SVG_BYTES_MAX,
  SVG_HAS_ENTITIES,
  SVG_TOO_COMPLEX,
  SVG_TOO_LARGE,
} from '#contract/catalog/admin-tokens'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { createSvgCounter } from './svg-limits.ts'

const shapes = ['path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'rect', 'text', 'tspan', 'use']
const groups = ['svg', 'g', 'defs', 'symbol', 'clipPath', 'mask', 'title', 'desc']
const gradients = ['linearGradient', 'radialGradient', 'stop']

const geometry =
  'd cx cy r rx ry x y x1 y1 x2 y2 dx dy fx fy width height points viewBox preserveAspectRatio transform'
// Without dashes: a short one along a long path makes millions of strokes.
const paint =
  'fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity opacity color stop-color stop-opacity offset clip-rule display visibility'
const references =
  'id href clip-path mask gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits'
const words = 'font-size font-family font-weight text-anchor'
const frame = 'xmlns version'
const attributes = [geometry, paint, references, words, frame].flatMap((list) => list.split(' '))

/** References must point within the image. */
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

/** A document type with its own declarations, anywhere before the first element. */
const INTERNAL_DTD = /<!doctype\s+svg[^>[]*\[/i
/** Characters within which a document type may begin. */
const HEAD = 4_096

/**
 * Cleans an SVG. Throws `unsupported_type` if it is not an SVG or declares entities, `too_large` beyond {@link
 * SVG_MAX} bytes before or after, and `validation` if drawing it would be too much work.
 */
export function sanitizeSvg(text: string): string {
  if (Buffer.byteLength(text) > SVG_BYTES_MAX) throw new Problem('too_large', SVG_TOO_LARGE)
  if (INTERNAL_DTD.test(text.slice(0, HEAD))) throw new Problem('unsupported_type', SVG_HAS_ENTITIES)
  const counter = createSvgCounter(() => invalidFieldProblem('/icon', SVG_TOO_COMPLEX))
  const cleaned = sanitize(text, { ...svgRules, onOpenTag: counter.open, onCloseTag: counter.close }).trim()
  if (!/^<svg[\s>]/.test(cleaned)) throw new Problem('unsupported_type', ICON_WRONG_TYPE)
  counter.checkReferences()
  // Without its namespace a browser treats it as text, not as an image.
  const named = /^<svg[^>]*\sxmlns="/.test(cleaned)
    ? cleaned
    : cleaned.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  // Escaping may have made it longer.
  if (Buffer.byteLength(named) > SVG_BYTES_MAX) throw new Problem('too_large', SVG_TOO_LARGE)
  return named
}
