import { useStore } from '@nanostores/react'
import { formatDate } from '#core/format/format'
import { $dateFormat } from '#core/query/site-settings'
import { Skeleton } from '#ui/Skeleton'

/** The day of a timestamp in the site's date format; a placeholder until the settings are loaded. */
export function SiteDate({ instant }: { instant: string }) {
  const format = useStore($dateFormat)
  if (!format) return <Skeleton className="inline-block h-4 w-20 align-middle" />
  return <time dateTime={instant}>{formatDate(instant, format)}</time>
}
