import { useStore } from '@nanostores/react'
import { formatDate } from '#core/format/format'
import { formatDay } from '#core/format/full-date-time'
import { $dateFormat, $ownDateFormat } from '#core/query/platform/site-settings'

/**
 * The day of a transaction in the site's date format, as specified in document 2; until it is loaded, a placeholder of
 * the same size.
 */
export function SiteDate({ instant }: { instant: string }) {
  const format = useStore($dateFormat)
  return (
    <time
      dateTime={instant}
      className={format ? '' : 'skeleton text-transparent'}
      aria-hidden={!format || undefined}
    >
      {formatDate(instant, format ?? 'MM/DD/YY')}
    </time>
  )
}

/** The day of a timestamp with the month's name, or in the reader's chosen format. */
export function DayDate({ instant }: { instant: string }) {
  const own = useStore($ownDateFormat)
  return <time dateTime={instant}>{own ? formatDate(instant, own) : formatDay(instant)}</time>
}
