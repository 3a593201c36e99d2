import type { Activity } from '#contract/portfolio/portfolio'
import { formatMoney, formatMonthDay, formatSignedMoney } from '#core/format/format'
import { getSignTone } from '#site/investor/kit/amount-tone.ts'
import { EmptyState } from '#ui/EmptyState'
import { MinimumHeight } from '#ui/MinimumHeight'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'

/** Number of items in the list. */
const SHOWN = 5

interface RecentActivityProps {
  activities: readonly Activity[] | undefined
  /** Entered manually, so their balance is not the portfolio value after a record. */
  areEntered: boolean
}

/** The newest portfolio activities. */
export function RecentActivity({ activities, areEntered }: RecentActivityProps) {
  return (
    <Panel title="Recent Activity" className="flex-1">
      {activities?.length === 0 ? (
        <MinimumHeight placeholder={<Places />} className="flex-1">
          <EmptyState title="No recent activity">
            <p>Your activities will appear here</p>
          </EmptyState>
        </MinimumHeight>
      ) : activities ? (
        <ul>
          {activities.slice(0, SHOWN).map((activity) => (
            <Item key={activity.id} activity={activity} after={areEntered ? 'balance' : 'value'} />
          ))}
        </ul>
      ) : (
        <Places busy />
      )}
    </Panel>
  )
}

function Item({ activity, after }: { activity: Activity; after: string }) {
  const { type, description, activity_date, net_growth, balance } = activity
  return (
    <li className="activity">
      <div className="min-w-0">
        <p className="line-clamp-3 text-[0.9375rem] wrap-anywhere" title={description}>
          {description}
        </p>
        <p className="text-[0.8125rem] text-ink-3">
          <time dateTime={activity_date}>{formatMonthDay(activity_date)}</time> · {type}
        </p>
      </div>
      <div className="num text-right">
        <p className={`text-[0.875rem] leading-[1.7] ${getSignTone(net_growth)}`}>
          {formatSignedMoney(net_growth)}
        </p>
        <p className="text-[0.8125rem] text-ink-3">
          {after} {formatMoney(balance)}
        </p>
      </div>
    </li>
  )
}

const Places = ({ busy }: { busy?: boolean }) => (
  <ul aria-busy={busy}>
    {Array.from({ length: SHOWN }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of placeholders
      <Place key={at} />
    ))}
  </ul>
)

function Place() {
  return (
    <li className="activity">
      <div className="min-h-[2.8rem]">
        <Skeleton className="my-1 h-4 w-4/5" />
        <Skeleton className="mt-2.5 h-3.5 w-24" />
      </div>
      <div className="grid justify-items-end">
        <Skeleton className="my-1 h-4 w-24" />
        <Skeleton className="mt-1.5 h-3.5 w-20" />
      </div>
    </li>
  )
}
