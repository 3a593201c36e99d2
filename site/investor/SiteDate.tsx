import { useStore } from '@nanostores/react'
import { formatDay } from '#core/format/dated-moment'
import { formatDate } from '#core/format/format'
import { $dateFormat, $ownDateFormat } from '#core/query/site-settings'

/** The day of a transaction, in the site's date format as document 2 has it; until it is loaded, a placeholder as large. */
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

/** The day of a timestamp with the name of the month, or in the format that the reader has chosen. */
export function DayDate({ instant }: { instant: string }) {
  const own = useStore($ownDateFormat)
  return <time dateTime={instant}>{own ? formatDate(instant, own) : formatDay(instant)}</time>
}
