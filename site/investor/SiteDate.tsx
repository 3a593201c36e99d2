import { useStore } from '@nanostores/react'
import { formatDate } from '#core/format/format'
import { $dateFormat } from '#core/query/site-settings'

/** The day of a timestamp in the site's date format; until the settings are loaded, a placeholder as large as it. */
export function SiteDate({ instant }: { instant: string }) {
  const format = useStore($dateFormat)
  return format ? (
    <time dateTime={instant}>{formatDate(instant, format)}</time>
  ) : (
    <span className="skeleton text-transparent" aria-hidden="true">
      {formatDate(instant, 'MM/DD/YY')}
    </span>
  )
}
