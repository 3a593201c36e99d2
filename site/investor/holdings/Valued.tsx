import { formatCalendarDate } from '#core/format/format'

/** The day of the values that are shown. */
export function Valued({ day }: { day: string | undefined }) {
  if (!day) return null
  return (
    <p className="num rounded-[2px] border border-line-strong px-2 py-[3px] text-[0.75rem] text-ink-2">
      valued {formatCalendarDate(day)}
    </p>
  )
}
