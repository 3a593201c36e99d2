import { formatCalendarDate, formatMoney } from '#core/format/format'
import type { Reading } from './value-history.ts'

interface ChartReadingProps {
  of: Reading
  /** Pixels from the left edge of the drawing. */
  x: number
  /** Whether the point lies in the right half, where there is room on its left. */
  isRight: boolean
}

/** The figures of the point under the pointer; without a pointer the table has them. */
export function ChartReading({ of: { time, value, contributed }, x, isRight }: ChartReadingProps) {
  return (
    <div
      className={`pointer-events-none absolute top-2 rounded border border-line-strong bg-surface px-3 py-2 text-[0.8125rem] shadow-float ${isRight ? '-translate-x-full' : ''}`}
      style={{ left: isRight ? x - 12 : x + 12 }}
      data-part="reading"
    >
      <p className="text-ink-3">{formatCalendarDate(time)}</p>
      <dl className="num mt-1 grid grid-cols-[auto_auto] gap-x-4">
        {value !== undefined && (
          <>
            <dt className="text-ink-2">Value</dt>
            <dd className="text-right">{formatMoney(value)}</dd>
          </>
        )}
        <dt className="text-ink-2">Net contributions</dt>
        <dd className="text-right">{formatMoney(contributed)}</dd>
      </dl>
    </div>
  )
}
