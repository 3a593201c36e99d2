import { type PointerEvent, useState } from 'react'
import { formatShortMoney } from '#core/format/format'
import { axisTicks, ticksInside } from '#core/market/axis-ticks'
import { useWidth } from '#site/ui/use-width.ts'
import { ChartPlace } from '#ui/ChartPlace'
import { ChartReading } from './ChartReading.tsx'
import { amountTicks, nearestAt } from './scales.ts'
import type { Reading } from './value-history.ts'

/** Pixels around the drawing for the labels of its axes. */
const EDGE = { top: 10, right: 14, bottom: 28, left: 58 }
/** Pixels between two labels of the time axis, and the width of the widest. */
const LABEL_STEP = 76
const LABEL_WIDTH = 44
const AMOUNT_STEPS = 4

interface ValueChartProps {
  /** Two or more, oldest first. */
  readings: readonly Reading[]
  /** In pixels; reserved from the start. */
  height: number
  /** A description of the drawing, which itself is hidden from assistive technology. */
  label: string
}

/**
 * The value of a portfolio and the net contributions over time. Drawn here rather than by the chart library, which
 * weighs more than the rest of the dashboard and would be loaded on every sign-in.
 */
export function ValueChart({ readings, height, label }: ValueChartProps) {
  const { place, width } = useWidth()
  return (
    <figure role="img" aria-label={label}>
      <div aria-hidden="true">
        <ul className="flex h-10 gap-x-5 px-[14px] text-[0.8125rem] whitespace-nowrap text-ink-2 max-sm:h-16">
          <LegendEntry line="border-t-2 border-primary">Value</LegendEntry>
          <LegendEntry line="border-t-2 border-dashed border-info">Net contributions</LegendEntry>
        </ul>
        <div ref={place} className="relative min-w-0 overflow-x-clip">
          {width ? (
            <Drawing readings={readings} width={width} height={height} />
          ) : (
            <ChartPlace height={height} />
          )}
        </div>
      </div>
    </figure>
  )
}

function LegendEntry({ line, children }: { line: string; children: string }) {
  return (
    <li className="flex h-6 items-center gap-2">
      <i className={`w-4 ${line}`} />
      {children}
    </li>
  )
}

interface Step {
  x: number
  y: number
}

/** A recorded value applies until the next record: a slope would show money before it was there. */
const pathOf = ([first, ...rest]: readonly Step[], right: number): string =>
  first ? `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}H${right}` : ''

function Drawing({ readings, width, height }: Omit<ValueChartProps, 'label'> & { width: number }) {
  const [pointed, setPointed] = useState<number>()
  const times = readings.map(({ time }) => Date.parse(time))
  const [from = 0, to = 1] = [times[0], times.at(-1)]
  const sums = readings.flatMap(({ value, contributed }) => [
    Number(contributed),
    Number(value ?? contributed),
  ])
  const amounts = amountTicks(Math.min(...sums), Math.max(...sums), AMOUNT_STEPS)
  const [low = 0, high = 1] = [amounts[0], amounts.at(-1)]
  const room = { width: width - EDGE.left - EDGE.right, height: height - EDGE.top - EDGE.bottom }
  const floor = EDGE.top + room.height
  const right = EDGE.left + room.width

  const toX = (time: number) => EDGE.left + ((time - from) / (to - from || 1)) * room.width
  const toY = (amount: number) => floor - ((amount - low) / (high - low)) * room.height
  const stepsOf = (amountOf: (reading: Reading) => string | undefined): Step[] =>
    readings.flatMap((reading, at) => {
      const amount = amountOf(reading)
      return amount === undefined ? [] : [{ x: toX(times[at] ?? from), y: toY(Number(amount)) }]
    })
  const values = stepsOf(({ value }) => value)
  const line = pathOf(values, right)
  const labelled = ticksInside(
    axisTicks(from, to, Math.max(2, Math.floor(room.width / LABEL_STEP))),
    from,
    to,
    LABEL_WIDTH / room.width,
  )

  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - EDGE.left
    setPointed(nearestAt(times, from + (x / room.width) * (to - from)))
  }
  const reading = pointed === undefined ? undefined : readings[pointed]
  const x = toX(times[pointed ?? 0] ?? from)

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
                {formatShortMoney(amount)}
              </text>
            </g>
          ))}
          <g data-part="time-labels">
            {labelled.map(({ at, text }) => (
              <text key={at} x={toX(at)} y={height - 8} textAnchor="middle">
                {text}
              </text>
            ))}
          </g>
        </g>
        <line x1={EDGE.left} x2={right} y1={floor} y2={floor} className="stroke-line-strong" />
        {values[0] && (
          <path
            d={`${line}V${floor}H${values[0].x}Z`}
            className="fill-primary"
            fillOpacity={0.12}
            data-part="value-area"
          />
        )}
        <path
          d={pathOf(
            stepsOf(({ contributed }) => contributed),
            right,
          )}
          className="fill-none stroke-info"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          data-line="contributions"
        />
        <path d={line} className="fill-none stroke-primary" strokeWidth={2} data-line="value" />
        {reading && (
          <g className="pointer-events-none">
            <line x1={x} x2={x} y1={EDGE.top} y2={floor} className="stroke-ink-3" />
            <circle
              cx={x}
              cy={toY(Number(reading.contributed))}
              r={3.5}
              className="fill-surface stroke-info"
              strokeWidth={1.5}
            />
            {reading.value !== undefined && (
              <circle
                cx={x}
                cy={toY(Number(reading.value))}
                r={4}
                className="fill-surface stroke-primary"
                strokeWidth={2}
              />
            )}
          </g>
        )}
      </svg>
      {reading && <ChartReading of={reading} x={x} isRight={x > width / 2} />}
    </>
  )
}
