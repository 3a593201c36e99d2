import { formatCalendarDate } from '#core/format/format'

/** The days of the values that are shown: the valuations of series are not of one day. */
export function Valued({ days }: { days: [first: string, last: string] | undefined }) {
  if (!days) return null
  const [first, last] = days.map(formatCalendarDate)
  return (
    <p className="num rounded-[2px] border border-line-strong px-2 py-[3px] text-[0.75rem] text-ink-2 max-sm:border-0 max-sm:p-0">
      {first === last ? `valued ${first}` : `valued ${first} to ${last}`}
    </p>
  )
}
