import { useStore } from '@nanostores/react'
import { formatDate } from '#core/format/format'
import { $dateFormat } from '#core/query/site-settings'

/** The day of a timestamp in the site's date format; a placeholder until the settings are loaded. */
export function AdminDate({ instant }: { instant: string }) {
  const format = useStore($dateFormat)
  const shown = 'whitespace-nowrap tabular-nums'
  return format ? (
    <time dateTime={instant} className={shown}>
      {formatDate(instant, format)}
    </time>
  ) : (
    <span className={`skeleton text-transparent ${shown}`} aria-hidden="true">
      {formatDate(instant, 'MM/DD/YY')}
    </span>
  )
}
