const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`

/** Hours in words, such as `30 minutes` or `24 hours`. */
export function formatDuration(hours: number): string {
  if (hours * 3600 < 120) return count(Math.max(1, Math.round(hours * 3600)), 'second')
  if (hours < 2) return count(Math.round(hours * 60), 'minute')
  return count(Math.round(hours), 'hour')
}
