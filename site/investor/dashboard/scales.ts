/** Where the axes of a drawing have their marks. Pure; times are milliseconds, days those of UTC. */

/** Steps people count in, times a power of ten. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10]

function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = ROUND_STEPS.find((factor) => factor * power >= atLeast * 0.9999) ?? 10
  return step * power
}

/**
 * Marks for amounts from `least` to `most`, at most `count` steps apart evenly; the first and the last enclose them.
 * They begin at zero unless all amounts lie in the upper half of what that would show.
 */
export function amountMarks(least: number, most: number, count: number): number[] {
  const low = least >= 0 && least < most / 2 ? 0 : least
  // One amount alone gets a scale around it.
  const span = most - low || Math.abs(most) || 1
  const step = roundStep(span / count)
  const first = Math.floor(low / step) * step
  const steps = Math.max(1, Math.ceil((most - first) / step))
  return Array.from({ length: steps + 1 }, (_, at) => first + at * step)
}

interface TimeMark {
  at: number
  text: string
}

const DAY_MS = 86_400_000
const DAY_STEPS = [1, 2, 7, 14]
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120]
const dayText = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthText = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** Marks from one moment to another, at most `count`: days of a short span, months of a long one. */
export function timeMarks(from: number, to: number, count: number): TimeMark[] {
  const days = (to - from) / DAY_MS
  const dayStep = DAY_STEPS.find((step) => days / step <= count)
  return dayStep ? dayMarks(from, to, dayStep) : monthMarks(from, to, count)
}

function dayMarks(from: number, to: number, step: number): TimeMark[] {
  const marks: TimeMark[] = []
  for (let at = Math.ceil(from / DAY_MS) * DAY_MS; at <= to; at += step * DAY_MS)
    marks.push({ at, text: dayText.format(at) })
  return marks
}

function monthMarks(from: number, to: number, count: number): TimeMark[] {
  const [start, end] = [new Date(from), new Date(to)]
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const step = MONTH_STEPS.find((one) => months / one <= count) ?? Math.ceil(months / count)
  const marks: TimeMark[] = []
  // Counted from January, so that quarters and half-years begin where they do.
  const first = Math.ceil(start.getUTCMonth() / step) * step
  for (let month = first; ; month += step) {
    const at = Date.UTC(start.getUTCFullYear(), month)
    if (at > to) return marks
    const isYear = month % 12 === 0
    if (at >= from)
      marks.push({ at, text: isYear ? String(new Date(at).getUTCFullYear()) : monthText.format(at) })
  }
}

/** The place in `sorted` of the number nearest to `wanted`; zero of an empty list. */
export function nearestAt(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle
    else high = middle
  }
  const toLow = Math.abs((sorted[low] ?? 0) - wanted)
  return toLow <= Math.abs((sorted[high] ?? 0) - wanted) ? low : high
}
