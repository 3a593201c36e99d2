import { useStore } from '@nanostores/react'
import { formatDate } from '#core/format/format'
import { $dateFormat } from '#core/query/site-settings'
import { Skeleton } from '#ui/Skeleton'

/**
 * A timestamp in the site's date format, with the time of day in UTC; a placeholder until the settings are loaded.
 */
export function Moment({ instant }: { instant: string }) {
  const format = useStore($dateFormat)
  if (!format) return <Skeleton className="inline-block h-4 w-36 align-middle" />
  return (
    // In narrow columns the time of day is below the day.
    <time dateTime={instant} className="num text-[0.875rem]">
      {formatDate(instant, format)}{' '}
      <span className="whitespace-nowrap">
        {instant.slice(11, 19)} <span className="text-ink-3">UTC</span>
      </span>
    </time>
  )
}
