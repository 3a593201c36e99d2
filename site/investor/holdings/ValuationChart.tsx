import { type PointerEvent, useState } from 'react'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { axisTicks, ticksInside } from '#core/market/axis-ticks'
import { amountTicks, nearestAt } from '#site/investor/dashboard/scales.ts'
import { useWidth } from '#site/ui/use-width.ts'
import { ChartPlace } from '#ui/ChartPlace'
import type { DayValue } from './valuation-days.ts'

/** Pixels around the drawing for the labels of its axes. */
const EDGE = { top: 10, right: 16, bottom: 28, left: 70 }
const LABEL_STEP = 76
const LABEL_WIDTH = 44

interface ValuationChartProps {
  /** Two or more, oldest first. */
  days: readonly DayValue[]
  /** In pixels. */
  height: number
  /** A description of the drawing, which itself is hidden from assistive technology. */
  label: string
}

/** The preferred value of one unit, in the band from low to high. Each value applies until the next one. */
export function ValuationChart({ days, height, label }: ValuationChartProps) {
  const { place, width } = useWidth()
  return (
    <figure role="img" aria-label={label} className="px-2 pt-4">
      <div aria-hidden="true">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 px-[14px] pb-2 text-[0.8125rem] text-ink-2">
          <li className="flex items-center gap-2">
            <i className="w-4 border-primary border-t-2" />
            Preferred
          </li>
          <li className="flex items-center gap-2">
            <i className="h-3 w-4 bg-primary/15" />
            Low to high
          </li>
        </ul>
        <div ref={place} className="relative min-w-0 overflow-x-clip">
          {width ? <Drawing days={days} width={width} height={height} /> : <ChartPlace height={height} />}
        </div>
      </div>
    </figure>
  )
}

interface Point {
  x: number
  y: number
}

const stepsTo = (points: readonly Point[], right: number): string =>
  `${points.map(({ x, y }) => `H${x}V${y}`).join('')}H${right}`

function Drawing({ days, width, height }: Omit<ValuationChartProps, 'label'> & { width: number }) {
  const [pointed, setPointed] = useState<number>()
  const times = days.map(({ day }) => Date.parse(day))
  // The last value applies until now.
  const [from = 0, to = 1] = [times[0], Math.max(times.at(-1) ?? 0, Date.now())]
  const amounts = amountTicks(
    Math.min(...days.map(({ low }) => Number(low))),
    Math.max(...days.map(({ high }) => Number(high))),
    4,
  )
  const [least = 0, most = 1] = [amounts[0], amounts.at(-1)]
  const room = { width: width - EDGE.left - EDGE.right, height: height - EDGE.top - EDGE.bottom }
  const floor = EDGE.top + room.height
  const right = EDGE.left + room.width
  const toX = (time: number) => EDGE.left + ((time - from) / (to - from || 1)) * room.width
  const toY = (amount: number) => floor - ((amount - least) / (most - least)) * room.height
  const pointsOf = (name: 'low' | 'preferred' | 'high'): Point[] =>
    days.map((day, at) => ({ x: toX(times[at] ?? from), y: toY(Number(day[name])) }))
  const [low, preferred, high] = [pointsOf('low'), pointsOf('preferred'), pointsOf('high')]
  const start = (points: readonly Point[]) => `M${points[0]?.x} ${points[0]?.y}`
  // Along the high values to the right, and along the low ones back.
  const back = low
    .toReversed()
    .map(({ x, y }) => `V${y}H${x}`)
    .join('')
  const ticks = axisTicks(from, to, Math.max(2, Math.floor(room.width / LABEL_STEP)))
  const reading = pointed === undefined ? undefined : days[pointed]
  const x = toX(times[pointed ?? 0] ?? from)

  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const left = clientX - currentTarget.getBoundingClientRect().left - EDGE.left
    setPointed(nearestAt(times, from + (left / room.width) * (to - from)))
  }
  return (
    <>
      <svg
        width={width}
        height={height}
        className="block touch-pan-y"
        aria-hidden="true"
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        <g className="fill-ink-3 font-mono text-[11px]">
          {amounts.map((amount) => (
            <g key={amount}>
              <line x1={EDGE.left} x2={right} y1={toY(amount)} y2={toY(amount)} className="stroke-line" />
              <text x={EDGE.left - 10} y={toY(amount)} dy="0.35em" textAnchor="end">
                {formatMoney(amount)}
              </text>
            </g>
          ))}
          {ticksInside(ticks, from, to, LABEL_WIDTH / room.width).map(({ at, text }) => (
            <text key={at} x={toX(at)} y={height - 8} textAnchor="middle">
              {text}
            </text>
          ))}
        </g>
        <line x1={EDGE.left} x2={right} y1={floor} y2={floor} className="stroke-line-strong" />
        <path
          d={`${start(high)}${stepsTo(high.slice(1), right)}${back}Z`}
          className="fill-primary"
          fillOpacity={0.15}
          data-part="band"
        />
        <path
          d={`${start(preferred)}${stepsTo(preferred.slice(1), right)}`}
          className="fill-none stroke-primary"
          strokeWidth={2}
          data-line="preferred"
        />
        {reading && (
          <g className="pointer-events-none">
            <line x1={x} x2={x} y1={EDGE.top} y2={floor} className="stroke-ink-3" />
            <circle
              cx={x}
              cy={toY(Number(reading.preferred))}
              r={4}
              className="fill-surface stroke-primary"
              strokeWidth={2}
            />
          </g>
        )}
      </svg>
      {reading && (
        <div
          className="pointer-events-none absolute top-2 rounded border border-line bg-paper px-3 py-2 text-[0.8125rem] shadow-sm"
          style={x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }}
          data-part="reading"
        >
          <p className="text-ink-2">{formatCalendarDate(reading.day)}</p>
          <p className="num font-medium">{formatMoney(reading.preferred)}</p>
          <p className="num text-ink-3">
            {formatMoney(reading.low)} to {formatMoney(reading.high)}
          </p>
        </div>
      )}
    </>
  )
}
