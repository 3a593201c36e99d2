import { palette } from '#shared/brand'
import type { TextStyle } from '#shared/pdf/typesetter'

/** A4 in points. Text is in a column to the right of a narrow one with section numbers. */
export const page = { width: 595.28, height: 841.89, margin: 56, top: 88, bottom: 78 }
export const sideWidth = 88
export const wideWidth = page.width - 2 * page.margin
export const textWidth = wideWidth - sideWidth
/** Left edge of the text column. */
export const textLeft = page.margin + sideWidth
/** Running text is a little narrower than tables: about 70 characters. */
export const measureWidth = 374

/** A text style; `lineHeight` is a multiple of the size. */
export interface Setting extends TextStyle {
  lineHeight: number
}

const sans = { family: 'ibm-plex-sans', weight: 400, color: palette.ink } as const
const serif = { family: 'source-serif-4', weight: 400, color: palette.ink } as const
const mono = { family: 'ibm-plex-mono', weight: 400, color: palette.inkThird } as const
const accent = { color: palette.accentText }

const label = { ...mono, size: 7.5, lineHeight: 1.3 }

export const settings = {
  text: { ...sans, size: 9.75, lineHeight: 1.52 },
  quote: { ...sans, size: 9.25, lineHeight: 1.5 },
  small: { ...sans, size: 9, lineHeight: 1.45, color: palette.inkSecond },
  lead: { ...sans, size: 11.5, lineHeight: 1.5, color: palette.onSlateSecond },
  finding: { ...serif, size: 12.25, lineHeight: 1.42 },
  display: { ...serif, size: 25, lineHeight: 1.12, spacing: -0.3 },
  section: { ...serif, weight: 500, size: 17, lineHeight: 1.18, spacing: -0.15 },
  subsection: { ...sans, weight: 600, size: 10.25, lineHeight: 1.35 },
  /** Small capitals above the title. */
  kicker: {
    ...mono,
    weight: 500,
    size: 8,
    lineHeight: 1.3,
    spacing: 0.7,
    color: palette.accentOnSlate,
  },
  label,
  number: { ...label, ...accent },
  itemNumber: { ...label, ...accent, size: 8.25 },
  entry: { ...sans, size: 9.5, lineHeight: 1.52 },
  entryPage: { ...mono, size: 8.25, lineHeight: 1.3, color: palette.ink },
  cell: { ...sans, size: 8.5, lineHeight: 1.4 },
  figure: { ...mono, size: 8.1, lineHeight: 1.4, color: palette.ink },
  columnHead: { ...mono, weight: 500, size: 7.3, lineHeight: 1.35 },
} satisfies Record<string, Setting>

/** Font size of inline code relative to its text, because the monospaced font looks larger at the same size. */
export const codeScale = 0.92

/** Distance from the top of a line's box to its baseline, as a fraction of the font size. */
const ascent = { 'source-serif-4': 1.036, 'ibm-plex-sans': 1.025, 'ibm-plex-mono': 1.025 }

/** Points from the top of a line to its baseline. */
export const getBaseline = ({ family, size }: TextStyle): number => ascent[family] * size
/** Height of a line in points. */
export const getLineHeight = ({ size, lineHeight }: Setting): number => size * lineHeight
