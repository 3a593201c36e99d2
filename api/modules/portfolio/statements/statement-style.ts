import { palette } from '#shared/brand'
import type { TextStyle } from '#shared/pdf/typesetter'

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 48, bottom: 64 }
export const rightEdge = page.width - page.margin

const face = (
  family: TextStyle['family'],
  weight: TextStyle['weight'],
  size: number,
  color: string,
): TextStyle => ({
  family,
  weight,
  size,
  color,
})

export const textStyles = {
  brand: face('source-serif-4', 500, 13, palette.ink),
  title: face('source-serif-4', 400, 26, palette.ink),
  section: face('source-serif-4', 500, 13, palette.ink),
  name: face('ibm-plex-sans', 600, 10, palette.ink),
  text: face('ibm-plex-sans', 400, 9, palette.inkSecond),
  label: face('ibm-plex-mono', 500, 7, palette.inkThird),
  cell: face('ibm-plex-sans', 400, 8, palette.ink),
  quiet: face('ibm-plex-sans', 400, 8, palette.inkThird),
  strong: face('ibm-plex-sans', 600, 8, palette.ink),
  figure: face('ibm-plex-mono', 400, 7.75, palette.ink),
  total: face('ibm-plex-mono', 500, 7.75, palette.ink),
  foot: face('ibm-plex-mono', 400, 7, palette.inkThird),
} satisfies Record<string, TextStyle>

/** Left edges of the row columns; right edges for figures. */
export const columns = {
  date: page.margin,
  type: 110,
  description: 166,
  status: 312,
  amount: 470,
  fee: rightEdge,
}
export const descriptionWidth = columns.status - columns.description - 12

/** Left and right edges of the sum columns. */
export const totalColumns = { kind: page.margin, opening: 330, period: 438, closing: rightEdge }
