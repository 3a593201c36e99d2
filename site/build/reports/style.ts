import { StyleSheet } from '@react-pdf/renderer'
import { palette } from '#shared/brand'
import { ascent, type Face, families } from './fonts.ts'

/** A4 in points. Text is in a column to the right of a narrow one with section numbers. */
export const page = { width: 595.28, height: 841.89, margin: 56, top: 88, bottom: 78 }
export const sideWidth = 88
export const wideWidth = page.width - 2 * page.margin
export const textWidth = wideWidth - sideWidth
/** Running text is a little narrower than tables: about 70 characters. */
export const measureWidth = 374

/** Typographic settings of a kind of text: all that is needed to break it into lines. */
export interface Setting {
  face: Face
  size: number
  lineHeight: number
  letterSpacing?: number
}

const sans: Face = { family: 'sans', weight: 400 }
const serif: Face = { family: 'serif', weight: 400 }

export const settings = {
  text: { face: sans, size: 9.75, lineHeight: 1.52 },
  quote: { face: sans, size: 9.25, lineHeight: 1.5 },
  small: { face: sans, size: 9, lineHeight: 1.45 },
  lead: { face: sans, size: 11.5, lineHeight: 1.5 },
  finding: { face: serif, size: 12.25, lineHeight: 1.42 },
  display: { face: serif, size: 25, lineHeight: 1.12, letterSpacing: -0.3 },
  section: { face: { family: 'serif', weight: 500 }, size: 17, lineHeight: 1.18, letterSpacing: -0.15 },
  subsection: { face: { family: 'sans', weight: 600 }, size: 10.25, lineHeight: 1.35 },
  label: { face: { family: 'mono', weight: 400 }, size: 7.5, lineHeight: 1.3 },
  cell: { face: sans, size: 8.5, lineHeight: 1.4 },
  figure: { face: { family: 'mono', weight: 400 }, size: 8.1, lineHeight: 1.4 },
  columnHead: { face: { family: 'mono', weight: 500 }, size: 7.3, lineHeight: 1.35 },
} satisfies Record<string, Setting>

/** Font size of inline code relative to its text: the monospaced font looks larger at the same size. */
export const codeScale = 0.92

/** Style of a text that is not broken by this code. */
export function toStyle({ face, size, lineHeight, letterSpacing = 0 }: Setting) {
  return {
    fontFamily: families[face.family],
    fontWeight: face.weight,
    fontStyle: face.style ?? ('normal' as const),
    fontSize: size,
    lineHeight,
    letterSpacing,
  }
}

/** Space above a text that aligns its first baseline with that of another text beside it. */
export function dropTo(other: Setting, own: Setting): number {
  return other.size * ascent[other.face.family] - own.size * ascent[own.face.family]
}

/** Small monospaced capitals above a title. */
export const kicker: Setting = {
  face: { family: 'mono', weight: 500 },
  size: 8,
  lineHeight: 1.3,
  letterSpacing: 0.7,
}

export const label = { ...toStyle(settings.label), color: palette.inkThird }

export const styles = StyleSheet.create({
  page: {
    paddingTop: page.top,
    paddingBottom: page.bottom,
    paddingLeft: page.margin + sideWidth,
    paddingRight: page.margin,
    ...toStyle(settings.text),
    color: palette.ink,
    backgroundColor: '#ffffff',
  },
  strong: { fontWeight: 600 },
  emphasis: { fontStyle: 'italic' },
  delete: { textDecoration: 'line-through' },
  code: { fontFamily: families.mono, fontWeight: 400, fontStyle: 'normal' },
  link: { color: palette.accentText, textDecoration: 'underline' },
})
