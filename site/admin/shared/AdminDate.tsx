import { useStore } from '@nanostores/react'
import { formatDate } from '#core/format/format'
import { $dateFormat } from '#core/query/site-settings'
import { Skeleton } from '#ui/Skeleton'

/** The day of an instant as the site settings write days; its place until they are known. */
export function AdminDate({ instant }: { instant: string }) {
  const format = useStore($dateFormat)
  if (!format) return <Skeleton className="inline-block h-4 w-20 align-middle" />
  return (
    <time dateTime={instant} className="whitespace-nowrap tabular-nums">
      {formatDate(instant, format)}
    </time>
  )
}
