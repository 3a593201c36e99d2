import { formatDay } from '#core/format/dated-moment'

/** The day of a timestamp in UTC. */
export const AdminDate = ({ instant }: { instant: string }) => (
  <time dateTime={instant} className="whitespace-nowrap tabular-nums">
    {formatDay(instant)}
  </time>
)
