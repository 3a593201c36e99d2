/** A duration or age in its largest unit: `45 s`, `12 min`, `5 h`, `3 d`. `seconds` is not negative. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** Remaining time in its largest unit, rounded to the nearest whole unit: `2 d`. `seconds` is not negative. */
export function formatTimeLeft(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${Math.max(1, minutes)} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`
}

/** Elapsed time to the second: `45 s`, `2 min 5 s`. */
export function formatElapsed(seconds: number): string {
  const whole = Math.floor(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
