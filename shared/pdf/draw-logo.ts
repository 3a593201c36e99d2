import { mark, palette } from '#shared/brand'

/** Draws the logo in a square of `size` points with its top left corner at `x` and `y`; the near range in `near`. */
export function drawLogo(
  document: PDFKit.PDFDocument,
  x: number,
  y: number,
  size: number,
  near: string,
): void {
  document
    .save()
    .translate(x, y)
    .scale(size / mark.size)
  for (const [path, color] of [
    [mark.far, palette.primary],
    [mark.near, near],
  ] as const) {
    document.path(path).lineWidth(mark.strokeWidth).lineJoin('round').strokeColor(color).stroke()
  }
  document.restore()
}
