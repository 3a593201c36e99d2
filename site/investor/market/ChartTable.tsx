import type { ChartPoint } from '#contract/market/market'
import { formatCompactMoney, formatPrice } from '#core/format/format'
import { formatDateTimeWithZone } from '#core/format/time-with-zone'
import type { IndexedPoint } from '#core/market/chart-comparison'
import { cellClass } from './table-cell-classes.ts'

/** One line of the drawing. */
export interface ChartLine {
  name: string
  points: readonly (ChartPoint | IndexedPoint)[]
}

const formatIndex = (index: number) => index.toFixed(2)

/** A drawing's figures, newest first, for reading exact values and for screen readers. */
export function ChartTable({ lines, caption }: { lines: readonly ChartLine[]; caption: string }) {
  const isCompared = lines.length > 1
  const hasVolume = !isCompared && lines.some(({ points }) => points.some(({ volume }) => volume !== null))
  const rows = alignLines(lines)
  return (
    <section
      className="max-h-[340px] overflow-auto border-line border-t"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a part that scrolls
      tabIndex={0}
      aria-label={caption}
    >
      <table className="w-full text-[0.875rem]">
        <caption className="visually-hidden">{caption}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
            <th scope="col" className={`${cellClass} font-normal`}>
              Time
            </th>
            {lines.map(({ name }) => (
              <Headings key={name} name={name} isCompared={isCompared} />
            ))}
            {hasVolume && (
              <th scope="col" className={`${cellClass} text-right font-normal`}>
                24h Volume
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, points }) => (
            <tr key={time} className="border-line border-b last:border-b-0">
              <th scope="row" className={`${cellClass} num text-left font-normal whitespace-nowrap`}>
                <time dateTime={time}>{formatDateTimeWithZone(time)}</time>
              </th>
              {points.map((point, at) => (
                <Figures key={lines[at]?.name} point={point} isCompared={isCompared} />
              ))}
              {hasVolume && (
                <td className={`${cellClass} num text-right`}>
                  {points[0]?.volume == null ? '–' : formatCompactMoney(points[0].volume)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Headings({ name, isCompared }: { name: string; isCompared: boolean }) {
  return (
    <>
      <th scope="col" className={`${cellClass} text-right font-normal`}>
        {isCompared ? name : 'Price'}
      </th>
      {isCompared && (
        <th scope="col" className={`${cellClass} text-right font-normal`}>
          {name}, index
        </th>
      )}
    </>
  )
}

function Figures({
  point,
  isCompared,
}: {
  point: ChartPoint | IndexedPoint | undefined
  isCompared: boolean
}) {
  return (
    <>
      <td className={`${cellClass} num text-right`}>{point ? formatPrice(point.price) : '–'}</td>
      {isCompared && (
        <td className={`${cellClass} num text-right`}>
          {point && 'index' in point ? formatIndex(point.index) : '–'}
        </td>
      )}
    </>
  )
}

/** The points of all lines by time, newest first; undefined if a line has none at that time. */
function alignLines(lines: readonly ChartLine[]) {
  const byTime = lines.map(({ points }) => new Map(points.map((point) => [point.time, point])))
  const times = new Set(byTime.flatMap((points) => [...points.keys()]))
  return [...times]
    .toSorted()
    .toReversed()
    .map((time) => ({ time, points: byTime.map((points) => points.get(time)) }))
}
