import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { ValuePoint } from '#contract/portfolio'
import { formatCalendarDate, formatMoney, formatShortMoney } from '#core/format'
import { ChartPlace } from '#ui/Chart'
import { amountMarks, nearestAt, timeMarks } from './scales.ts'

/** Pixels around the drawing for what stands at its axes. */
const EDGE = { top: 10, right: 14, bottom: 28, left: 58 }
/** Pixels that a label of the time axis needs. */
const LABEL_WIDTH = 76
const AMOUNT_STEPS = 4

interface ValueChartProps {
  /** Two or more, oldest first. */
  points: readonly ValuePoint[]
  /** In pixels; held from the start. */
  height: number
  /** What it shows, in a sentence: the drawing itself is hidden from assistive technology. */
  label: string
}

/** Follows how wide an element is, in pixels. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}

/**
 * What a portfolio was worth and what was put into it, over time. Drawn here rather than by the chart library, which
 * weighs more than the rest of the dashboard and would be loaded by everybody who signs in.
 */
export function ValueChart({ points, height, label }: ValueChartProps) {
  const { place, width } = useWidth()
  return (
    <figure role="img" aria-label={label}>
      <div aria-hidden="true">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 px-[14px] pb-2 text-[0.8125rem] text-ink-2">
          <LegendEntry swatch="bg-primary">Value</LegendEntry>
          <LegendEntry swatch="bg-info">Invested</LegendEntry>
        </ul>
        <div ref={place} className="relative min-w-0 overflow-x-clip">
          {width ? <Drawing points={points} width={width} height={height} /> : <ChartPlace height={height} />}
        </div>
      </div>
    </figure>
  )
}

function LegendEntry({ swatch, children }: { swatch: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <i className={`h-0.5 w-4 ${swatch}`} />
      {children}
    </li>
  )
}

function Drawing({ points, width, height }: Omit<ValueChartProps, 'label'> & { width: number }) {
  const [pointed, setPointed] = useState<number>()
  const times = points.map(({ time }) => Date.parse(time))
  const values = points.map(({ total_value }) => Number(total_value))
  const invested = points.map(({ total_invested }) => Number(total_invested))
  const [from = 0, to = 1] = [times[0], times.at(-1)]
  const amounts = amountMarks(
    Math.min(...values, ...invested),
    Math.max(...values, ...invested),
    AMOUNT_STEPS,
  )
  const [low = 0, high = 1] = [amounts[0], amounts.at(-1)]
  const room = { width: width - EDGE.left - EDGE.right, height: height - EDGE.top - EDGE.bottom }
  const floor = EDGE.top + room.height

  const toX = (time: number) => EDGE.left + ((time - from) / (to - from || 1)) * room.width
  const toY = (amount: number) => floor - ((amount - low) / (high - low)) * room.height
  const line = values.map((value, at) => `${at ? 'L' : 'M'}${toX(times[at] ?? from)} ${toY(value)}`).join('')
  // What was put in stays what it is until more is.
  const steps = invested
    .map((sum, at) => (at ? `H${toX(times[at] ?? from)}V${toY(sum)}` : `M${toX(from)} ${toY(sum)}`))
    .join('')

  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - EDGE.left
    setPointed(nearestAt(times, from + (x / room.width) * (to - from)))
  }
  const at = pointed === undefined ? undefined : points[pointed]
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
              <line
                x1={EDGE.left}
                x2={width - EDGE.right}
                y1={toY(amount)}
                y2={toY(amount)}
                className="stroke-line"
              />
              <text x={EDGE.left - 10} y={toY(amount)} dy="0.35em" textAnchor="end">
                {formatShortMoney(amount)}
              </text>
            </g>
          ))}
          {timeMarks(from, to, Math.max(2, Math.floor(room.width / LABEL_WIDTH))).map(
            ({ at: time, text }) => (
              <text key={time} x={toX(time)} y={height - 8} textAnchor="middle">
                {text}
              </text>
            ),
          )}
        </g>
        <line x1={EDGE.left} x2={width - EDGE.right} y1={floor} y2={floor} className="stroke-line-strong" />
        <path d={`${line}V${floor}H${EDGE.left}Z`} className="fill-primary" fillOpacity={0.12} />
        <path
          d={steps}
          className="fill-none stroke-info"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          data-line="invested"
        />
        <path
          d={line}
          className="fill-none stroke-primary"
          strokeWidth={2}
          strokeLinejoin="round"
          data-line="value"
        />
        {at && (
          <g className="pointer-events-none">
            <line x1={x} x2={x} y1={EDGE.top} y2={floor} className="stroke-ink-3" />
            <circle
              cx={x}
              cy={toY(Number(at.total_invested))}
              r={3.5}
              className="fill-surface stroke-info"
              strokeWidth={1.5}
            />
            <circle
              cx={x}
              cy={toY(Number(at.total_value))}
              r={4}
              className="fill-surface stroke-primary"
              strokeWidth={2}
            />
          </g>
        )}
      </svg>
      {at && <Reading point={at} x={x} isRight={x > width / 2} />}
    </>
  )
}

/** The figures of the point under the pointer; everybody else has the table. */
function Reading({ point, x, isRight }: { point: ValuePoint; x: number; isRight: boolean }) {
  return (
    <div
      className={`pointer-events-none absolute top-2 rounded border border-line-strong bg-surface px-3 py-2 text-[0.8125rem] shadow-float ${isRight ? '-translate-x-full' : ''}`}
      style={{ left: isRight ? x - 12 : x + 12 }}
      data-part="reading"
    >
      <p className="text-ink-3">{formatCalendarDate(point.time)}</p>
      <dl className="num mt-1 grid grid-cols-[auto_auto] gap-x-4">
        <dt className="text-ink-2">Value</dt>
        <dd className="text-right">{formatMoney(point.total_value)}</dd>
        <dt className="text-ink-2">Invested</dt>
        <dd className="text-right">{formatMoney(point.total_invested)}</dd>
      </dl>
    </div>
  )
}
