import { Fragment, type ReactNode, useId, useState } from 'react'
import { formatCalendarDate, formatCountOf, formatMoney } from '#core/format/format'
import type { HoldingDetails } from '#core/query/holdings/holdings'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { ValuationChart } from './ValuationChart.tsx'
import { type DailyUnitValue, listUnitValuesByDay } from './valuations-by-day.ts'

/** Height of the drawing, in pixels. */
const HEIGHT = 220

interface ValuationsProps {
  valuations: HoldingDetails['valuations']
  /** Beside the title. */
  mark: ReactNode
}

/** Unit values over time, as a chart or a table. */
export function Valuations({ valuations, mark }: ValuationsProps) {
  const [isTable, setTable] = useState(false)
  const place = useId()
  const days = listUnitValuesByDay(valuations)
  const [method] = valuations.map((valuation) => valuation.method)
  return (
    <div id="valuations" className="scroll-mt-20">
      <Panel
        title="Unit value"
        note={method && `Low, preferred and high. Current method: ${method}.`}
        aside={mark}
      >
        {days.length === 0 ? (
          <EmptyState title="No valuations yet">
            <p>Valuations appear here once the series is valued.</p>
          </EmptyState>
        ) : (
          <>
            <div id={place}>
              {isTable || days.length < 2 ? (
                <DayTable days={days.toReversed()} />
              ) : (
                <ValuationChart days={days} height={HEIGHT} label={describeDays(days)} />
              )}
            </div>
            {days.length > 1 && (
              <button
                type="button"
                className="more-button"
                aria-controls={place}
                onClick={() => setTable(!isTable)}
              >
                {isTable ? 'Show chart' : 'Show table'}
              </button>
            )}
          </>
        )}
      </Panel>
    </div>
  )
}

function describeDays(days: readonly DailyUnitValue[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return ''
  return `Unit value from ${formatCalendarDate(first.day)} to ${formatCalendarDate(last.day)}: from ${formatMoney(first.preferred)} to ${formatMoney(last.preferred)}`
}

function DayTable({ days }: { days: readonly DailyUnitValue[] }) {
  const cell = 'px-3 py-2 text-right first:pl-[22px] first:text-left last:pr-[22px] max-sm:px-2'
  return (
    <section
      className="max-h-[16.25rem] overflow-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a part that scrolls
      tabIndex={0}
      aria-label="Valuations"
    >
      <table className="w-full text-[0.875rem]">
        <caption className="visually-hidden">Unit values, newest first</caption>
        <thead className="sticky top-0 bg-surface text-[0.8125rem] text-ink-3">
          <tr className="border-line-strong border-b">
            {['Valuation date', 'Low', 'Preferred', 'High'].map((name) => (
              <th key={name} scope="col" className={`${cell} font-normal`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, low, preferred, high, method, inputs }) => (
            <Fragment key={day}>
              <tr className="border-line border-t first:border-t-0">
                <th scope="row" className={`${cell} font-normal`}>
                  {formatCalendarDate(day)}
                </th>
                <td className={`${cell} num`}>{formatMoney(low)}</td>
                <td className={`${cell} num font-medium`}>{formatMoney(preferred)}</td>
                <td className={`${cell} num`}>{formatMoney(high)}</td>
              </tr>
              {inputs.length > 0 && (
                <tr>
                  <td colSpan={4} className="px-[22px] pb-3 max-sm:px-2">
                    <Inputs method={method} inputs={inputs} day={day} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What a valuation was calculated from, expandable. */
function Inputs({ method, inputs, day }: Pick<DailyUnitValue, 'method' | 'inputs' | 'day'>) {
  return (
    <details className="text-[0.8125rem] text-ink-2">
      <summary className="cursor-pointer wrap-anywhere">
        {formatCountOf(inputs.length, 'input')}
        <span className="visually-hidden"> of {formatCalendarDate(day)}</span>: {method}
      </summary>
      <ul className="mt-2 grid gap-1.5">
        {inputs.map(({ label, value, unit, source, as_of }) => (
          <li key={`${label} ${value} ${source}`} className="wrap-anywhere">
            {label}: <span className="num">{`${value} ${unit}`.trim()}</span>{' '}
            <span className="text-ink-3">
              ({source}, {formatCalendarDate(as_of)})
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
