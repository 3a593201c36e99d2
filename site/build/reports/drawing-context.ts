import { palette } from '#shared/brand'
import type { PdfTagger, Rectangle } from '#shared/pdf/pdf-tags'
import type { Typesetter } from '#shared/pdf/typesetter'
import { getBaseline, page, type Setting } from './report-style.ts'

/** The drawing functions for a report. */
export interface DrawingContext {
  document: PDFKit.PDFDocument
  set: Typesetter
  tags: PdfTagger
}

/** Draws a rule that is not read aloud. */
export function drawRule(
  { document, tags }: DrawingContext,
  x: number,
  y: number,
  width: number,
  isStrong = false,
): void {
  const [height, color] = isStrong ? [0.75, palette.lineStrong] : [0.5, palette.line]
  tags.decoration(() => document.rect(x, y, width, height).fill(color))
}

/** Draws one line of the open tag; its baseline matches that of a first line in `other` whose top is at `y`. */
export function drawLabel(
  { set, tags }: DrawingContext,
  text: string,
  setting: Setting,
  x: number,
  y: number,
  other: Setting = setting,
): void {
  tags.content(() => set.line(setting, text, x, y + getBaseline(other)))
}

const tickLength = 9

/** Draws the corner ticks of a map sheet, inside a rectangle. */
export function drawTicks(
  { document, tags }: DrawingContext,
  { x, y, width, height }: Rectangle,
  color: string,
): void {
  tags.decoration(() => {
    for (const atRight of [false, true]) {
      for (const atBottom of [false, true]) {
        const top = y + (atBottom ? height - tickLength : 0)
        document.rect(x + (atRight ? width - tickLength : 0), y + (atBottom ? height - 1 : 0), tickLength, 1)
        document.rect(x + (atRight ? width - 1 : 0), top, 1, tickLength).fill(color)
      }
    }
  })
}

/** Adds a bookmark to the open page: to the whole page, or to a height. */
export function addBookmark({ document }: DrawingContext, title: string, y?: number): void {
  // The library measures the left edge from the right; its types lack all options.
  document.outline.addItem(title, (y === undefined ? { fit: true } : { top: y, left: page.width }) as object)
}
