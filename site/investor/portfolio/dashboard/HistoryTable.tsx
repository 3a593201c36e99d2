import { formatCalendarDate, formatMoney } from '#core/format/format'
import type { ValueHistoryPoint } from './value-history.ts'

interface HistoryTableProps {
  /** One row per month, newest first. */
  readings: readonly ValueHistoryPoint[]
  /** In pixels; the rest scrolls. */
  height: number
}

/** The chart's figures as a table, for screen readers and for reading exact values. */
export function HistoryTable({ readings, height }: HistoryTableProps) {
  return (
    <section
      className="overflow-auto px-[22px] max-sm:px-4"
      style={{ height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a part that scrolls
      tabIndex={0}
      aria-label="Monthly figures"
    >
      <table className="w-full text-[0.875rem]">
        <caption className="visually-hidden">Month-end figures</caption>
        <thead className="sticky top-0 bg-surface">
          <tr className="border-line-strong border-b text-left text-ink-3">
            <th scope="col" className="py-3 pr-4 font-normal">
              As of
            </th>
            <th scope="col" className="py-3 pr-4 text-right font-normal">
              Value
            </th>
            <th scope="col" className="py-3 text-right font-normal">
              Net contributions
            </th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ time, value, contributed }) => (
            <tr key={time} className="border-line border-b last:border-b-0">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {formatCalendarDate(time)}
              </th>
              <td className="num py-2 pr-4 text-right">{value === undefined ? '–' : formatMoney(value)}</td>
              <td className="num py-2 text-right">{formatMoney(contributed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
