import { formatDay } from '#core/format/dated-moment'

/** A timestamp as day and time of day in UTC. */
export function Moment({ instant }: { instant: string }) {
  return (
    // In narrow columns the time of day is below the day.
    <time dateTime={instant} className="num text-[0.875rem]">
      {formatDay(instant)}{' '}
      <span className="whitespace-nowrap">
        {instant.slice(11, 19)} <span className="text-ink-3">UTC</span>
      </span>
    </time>
  )
}
