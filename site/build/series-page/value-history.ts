/** A unit value history: a band from low to high and the preferred value in it. */
import type { Place } from '#site/content/tokens/number-fields.ts'
import { drawLine, multiplesWithin, roundStep } from './drawing-utils.ts'

export const historyWidth = 640
export const historyHeight = 240
const plot = { left: 58, right: 628, top: 14, bottom: 206 }

interface HistoryDrawing {
  band: string
  preferred: string
  last: Place
  values: { value: number; y: number }[]
  days: { day: string; x: number; anchor: 'start' | 'end' }[]
  plot: typeof plot
}

/** A unit value on a day, `2026-10-31`. */
interface DayValue {
  as_of: string
  low: string
  preferred: string
  high: string
}

const time = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/**
 * Draws the values of a history, earliest first. The axis begins at zero, so that the band shows how wide the range is
 * relative to the value.
 */
export function drawHistory(history: readonly DayValue[]): HistoryDrawing {
  const [first, last] = [history[0]?.as_of ?? '', history.at(-1)?.as_of ?? '']
  const most = Math.max(...history.map(({ high }) => Number(high)))
  // A single value is drawn at the end.
  const span = time(last) - time(first)
  const x = (day: string) =>
    span === 0 ? plot.right : plot.left + ((time(day) - time(first)) / span) * (plot.right - plot.left)
  const y = (value: number) => plot.bottom - (value / most) * (plot.bottom - plot.top)
  const places = (of: 'low' | 'preferred' | 'high') =>
    history.map((month): Place => [x(month.as_of), y(Number(month[of]))])
  const keep = (place: Place) => place
  return {
    band: drawLine([...places('high'), ...places('low').reverse()], keep, true),
    preferred: drawLine(places('preferred'), keep),
    last: places('preferred').at(-1) ?? [0, 0],
    values: multiplesWithin(roundStep(most / 2.5), 0, most).map((value) => ({
      value,
      y: Math.round(y(value)),
    })),
    days: [
      ...(span === 0 ? [] : [{ day: first, x: plot.left, anchor: 'start' as const }]),
      { day: last, x: plot.right, anchor: 'end' },
    ],
    plot,
  }
}
