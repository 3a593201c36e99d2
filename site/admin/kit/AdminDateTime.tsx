import { formatDay } from '#core/format/full-date-time'

/** A timestamp as day and time of day in UTC. */
export function AdminDateTime({ instant }: { instant: string }) {
  return (
    // In narrow columns, the time is below the day.
    <time dateTime={instant} className="num text-[0.875rem]">
      {formatDay(instant)}{' '}
      <span className="whitespace-nowrap">
        {instant.slice(11, 19)} <span className="text-ink-3">UTC</span>
      </span>
    </time>
  )
}
