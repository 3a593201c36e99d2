import { formatDay } from '#core/format/full-date-time'

/** The UTC day of a timestamp. */
export const AdminDate = ({ instant }: { instant: string }) => (
  <time dateTime={instant} className="whitespace-nowrap tabular-nums">
    {formatDay(instant)}
  </time>
)
