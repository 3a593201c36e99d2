import { create } from 'qrcode'

/** Number of white modules that readers need around a QR code. */
const QUIET = 4

/** The QR code of a text as an SVG path, and the width of its square view box. */
export function drawQrCode(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      const start = column
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1
      path += `M${start + QUIET} ${row + QUIET}h${column - start + 1}v1h-${column - start + 1}z`
    }
  }
  return { path, size: modules.size + 2 * QUIET }
}
