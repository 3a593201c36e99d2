import { type PointerEvent, type ReactNode, useState } from 'react'
import { formatCalendarDate } from '#core/format/format'
import { type AxisTick, axisTicks, filterTicksInside, getAxisEnds } from '#core/market/axis-ticks'
import { useElementWidth } from '#site/ui/use-element-width.ts'
import { ChartPlaceholder } from '#ui/ChartPlaceholder'
import { findNearestIndex, listAmountTicks } from './scales.ts'

/** Pixels above the drawing, and below it for the time axis labels. */
const TOP = 10
const BOTTOM = 28
/** Pixels between two time axis labels, and the width of the widest. */
const LABEL_STEP = 76
const LABEL_WIDTH = 44
/** Half the width of a letter in them. */
const HALF_LETTER = 3.5
const AMOUNT_STEPS = 5

/** Where times and amounts are in the drawing, in pixels. */
export interface PlotArea {
  /** The ends of the two axes. */
  right: number
  floor: number
  /** In milliseconds since 1970. */
  toX: (time: number) => number
  toY: (amount: number) => number
}

interface Timed {
  /** An instant or a day. */
  time: string
}

interface DrawingProps<Reading extends Timed> {
  /** Two or more, oldest first. */
  readings: readonly Reading[]
  /** The amounts that the scale must cover. */
  amountsOf: (reading: Reading) => readonly number[]
  /** The end of the time axis in milliseconds since 1970; by default, the last reading. */
  until?: number
  /** In pixels; reserved from the start. */
  height: number
  /** Pixels to the left of the drawing, for the amount labels. */
  sides: { left: number; right: number }
  printAmount: (amount: number) => string
  draw: (plot: PlotArea) => ReactNode
  /** The amounts to mark at the reading under the pointer, each with its line's color class. */
  marks: (reading: Reading) => Record<string, string | undefined>
  /** The figures of the reading under the pointer, shown below its date. */
  children: (reading: Reading) => ReactNode
}

interface TimeChartProps<Reading extends Timed> extends DrawingProps<Reading> {
  /** A description of the drawing, which itself is hidden from assistive technology. */
  label: string
  className?: string
  legend: ReactNode
}

/**
 * Amounts over time, in SVG. The chart library is not used because it weighs more than the rest of the dashboard and
 * would be loaded on every sign-in.
 */
export function TimeChart<Reading extends Timed>({
  label,
  className,
  legend,
  ...drawing
}: TimeChartProps<Reading>) {
  const { place, width } = useElementWidth()
  return (
    <figure role="img" aria-label={label} className={className}>
      <div aria-hidden="true">
        {legend}
        <div ref={place} className="relative min-w-0 overflow-x-clip">
          {width ? <Drawing {...drawing} width={width} /> : <ChartPlaceholder height={drawing.height} />}
        </div>
      </div>
    </figure>
  )
}

function Drawing<Reading extends Timed>(props: DrawingProps<Reading> & { width: number }) {
  const { readings, amountsOf, until, width, height, sides, printAmount, draw, marks, children } = props
  const [pointed, setPointed] = useState<number>()
  const times = readings.map(({ time }) => Date.parse(time))
  const [from = 0, to = 1] = [times[0], until ?? times.at(-1)]
  const sums = readings.flatMap(amountsOf)
  const amounts = listAmountTicks(Math.min(...sums), Math.max(...sums), AMOUNT_STEPS)
  const [low = 0, high = 1] = [amounts[0], amounts.at(-1)]
  const floor = height - BOTTOM
  const right = width - sides.right
  const room = right - sides.left
  const toX = (time: number) => sides.left + ((time - from) / (to - from || 1)) * room
  const toY = (amount: number) => floor - ((amount - low) / (high - low)) * (floor - TOP)
  const plot = { right, floor, toX, toY }
  const ticks = filterTicksInside(
    axisTicks(from, to, Math.max(2, Math.floor(room / LABEL_STEP))),
    from,
    to,
    LABEL_WIDTH / room,
  )
  const labeled = ticks.length > 1 ? ticks : getAxisEnds(from, to)
  // Within the drawing.
  const labelX = ({ at, text }: AxisTick) => {
    const half = text.length * HALF_LETTER
    return Math.min(Math.max(toX(at), sides.left + half), right - half)
  }

  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const left = clientX - currentTarget.getBoundingClientRect().left - sides.left
    setPointed(findNearestIndex(times, from + (left / room) * (to - from)))
  }
  const reading = pointed === undefined ? undefined : readings[pointed]
  const x = toX(times[pointed ?? 0] ?? from)
  // To the left of the pointer in the right half, where there is room.
  const isRight = x > width / 2

  return (
    <>
      <svg
        width={width}
        viewBox={`0 0 ${width} ${height}`}
        className="block max-w-full touch-pan-y"
        aria-hidden="true"
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        <g className="fill-ink-3 font-mono text-[11px]">
          {amounts.map((amount) => (
            <g key={amount}>
              <line x1={sides.left} x2={right} y1={toY(amount)} y2={toY(amount)} className="stroke-line" />
              <text x={sides.left - 10} y={toY(amount)} dy="0.35em" textAnchor="end">
                {printAmount(amount)}
              </text>
            </g>
          ))}
          <g data-part="time-labels">
            {labeled.map((mark) => (
              <text key={mark.at} x={labelX(mark)} y={height - 8} textAnchor="middle">
                {mark.text}
              </text>
            ))}
          </g>
        </g>
        <line x1={sides.left} x2={right} y1={floor} y2={floor} className="stroke-line-strong" />
        {draw(plot)}
        {reading && (
          <g>
            <line x1={x} x2={x} y1={TOP} y2={floor} className="stroke-ink-3" />
            {Object.entries(marks(reading)).map(
              ([stroke, amount]) =>
                amount !== undefined && (
                  <circle
                    key={stroke}
                    cx={x}
                    cy={toY(Number(amount))}
                    r={4}
                    className={`fill-surface ${stroke}`}
                    strokeWidth={2}
                  />
                ),
            )}
          </g>
        )}
      </svg>
      {reading && (
        <div
          className={`pointer-events-none absolute top-2 w-max rounded border border-line-strong bg-surface px-3 py-2 text-[0.8125rem] shadow-float ${isRight ? '-translate-x-full' : ''}`}
          style={{ left: isRight ? x - 12 : x + 12 }}
          data-part="reading"
        >
          <p className="text-ink-3">{formatCalendarDate(reading.time)}</p>
          {children(reading)}
        </div>
      )}
    </>
  )
}
