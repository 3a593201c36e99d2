import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ACTIVITY_DAYS, type AccountActivity } from '#contract/account-activity'
import { explainLoad } from '#core/api/failures'
import { formatMoment } from '#core/format/format'
import { describeRows } from '#core/list/list'
import type { ActivityKind } from '#shared/enums/account-events'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { ACTIVITY_PAGE, activityPage } from './account-activity.ts'

const titles: Record<ActivityKind, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  session_ended: 'Signed out elsewhere',
  password_changed: 'Password changed',
  email_changed: 'Email address changed',
  name_changed: 'Name changed',
  factor_added: 'Second factor added',
  factor_removed: 'Second factor removed',
  recovery_codes_replaced: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  statement_downloaded: 'Statement downloaded',
  export_made: 'Data exported',
}

/** What happened to the account, a page at a time. */
export function Activity() {
  const [page, setPage] = useState(0)
  const { $view, refresh } = activityPage(page)
  const view = useStore($view)
  return (
    <Panel
      title="Activity"
      id="activity"
      note={`Sign-ins, changes of your account and downloads of statements in the last ${ACTIVITY_DAYS} days.`}
    >
      <RemoteView
        view={view}
        failure={explainLoad('The activity of your account could not be loaded')}
        onRetry={refresh}
        loading={<Loading />}
      >
        {({ activity, pagination: { total } }) =>
          total === 0 ? (
            <EmptyState title="Nothing yet">Your next sign-in is listed here.</EmptyState>
          ) : (
            <>
              <ul>
                {activity.map((entry) => (
                  <Row key={entry.id} entry={entry} />
                ))}
              </ul>
              {total > ACTIVITY_PAGE && <Pages page={page} total={total} onShow={setPage} />}
            </>
          )
        }
      </RemoteView>
    </Panel>
  )
}

function Row({ entry: { kind, at, device, place, detail } }: { entry: AccountActivity }) {
  const from = [device, place].filter(Boolean).join(' · ')
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-line border-t px-[22px] py-3 first:border-t-0 max-sm:px-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        {kind === 'email_changed' && detail.startsWith('Asked for')
          ? 'Change of email asked for'
          : titles[kind]}
        {kind === 'sign_in_failed' && <Badge tone="warn">{detail || 'Failed'}</Badge>}
      </p>
      <time className="text-[0.875rem] text-ink-2 tabular-nums" dateTime={at}>
        {formatMoment(at)}
      </time>
      <p className="text-[0.875rem] text-ink-2 wrap-anywhere sm:col-span-2">
        {[kind !== 'sign_in_failed' && detail, from || 'Unknown device'].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}

interface PagesProps {
  page: number
  total: number
  onShow: (page: number) => void
}

function Pages({ page, total, onShow }: PagesProps) {
  const last = Math.ceil(total / ACTIVITY_PAGE) - 1
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-[22px] py-4 max-sm:px-4"
      aria-label="Pages of the activity"
    >
      <p className="text-[0.875rem] text-ink-2 tabular-nums">
        {describeRows({ page: page + 1, limit: ACTIVITY_PAGE, total })}
      </p>
      <div className="flex gap-2">
        <Button look="quiet" small disabled={page <= 0} onClick={() => onShow(page - 1)}>
          Newer
        </Button>
        <Button look="quiet" small disabled={page >= last} onClick={() => onShow(page + 1)}>
          Older
        </Button>
      </div>
    </nav>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading the activity of your account</span>
      {['one', 'two', 'three'].map((row) => (
        <div key={row} className="border-line border-t px-[22px] py-3 first:border-t-0 max-sm:px-4">
          <Skeleton className="h-[1.5rem] w-40" />
          <Skeleton className="mt-1 h-[1.25rem] w-72 max-w-full" />
        </div>
      ))}
    </div>
  )
}
