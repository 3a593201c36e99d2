/** File sizes, kept apart from the other formats so that public pages load only what they use. */
const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const BYTE_UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1024

/** A file size in the unit that fits, from bytes to TB: `1536` as `1.5 KB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // 1023.95 would round to 1024.0, which belongs in the next unit.
  while (value >= STEP - 0.05 && unit < BYTE_UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  if (unit === 0) return value === 1 ? '1 byte' : `${value} bytes`
  return `${oneDecimal.format(value)} ${BYTE_UNITS[unit]}`
}

/** A file size in MB with one decimal; a nonempty file never reads as 0.0 MB. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / STEP ** 2
  return `${oneDecimal.format(bytes > 0 ? Math.max(0.1, megabytes) : 0)} MB`
}
