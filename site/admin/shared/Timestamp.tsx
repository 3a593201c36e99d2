import { useStore } from '@nanostores/react'
import { formatDate } from '#core/format/format'
import { $dateFormat } from '#core/query/site-settings'
import { Skeleton } from '#ui/Skeleton'

/** An instant as the site settings write days, with its time of day in UTC; its place until they are known. */
export function Moment({ instant }: { instant: string }) {
  const format = useStore($dateFormat)
  if (!format) return <Skeleton className="inline-block h-4 w-36 align-middle" />
  return (
    // Where there is little room the time of day stands below the day.
    <time dateTime={instant} className="num text-[0.875rem]">
      {formatDate(instant, format)}{' '}
      <span className="whitespace-nowrap">
        {instant.slice(11, 19)} <span className="text-ink-3">UTC</span>
      </span>
    </time>
  )
}
