import { formatCalendarDate } from '#core/format/format'

/** The days of the displayed values, because series are not all valued on the same day. */
export function ValuationDates({ days }: { days: [first: string, last: string] | undefined }) {
  if (!days) return null
  const [first, last] = days.map(formatCalendarDate)
  return (
    <p className="num rounded-[2px] border border-line-strong px-2 py-[3px] text-[0.75rem] text-ink-2 max-sm:border-0 max-sm:p-0">
      {first === last ? `valued ${first}` : `valued between ${first} and ${last}`}
    </p>
  )
}
