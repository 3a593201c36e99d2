import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ACTIVITY_DAYS, type AccountActivity } from '#contract/identity/account-activity'
import { createLoadErrorMessage } from '#core/api/error-messages'
import { formatDateTime } from '#core/format/format'
import { formatRowRange } from '#core/list/list'
import type { AccountActivityType } from '#shared/enums/account-events'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { ACTIVITY_PAGE_SIZE, getActivityPageStore } from './account-activity.ts'

const titles: Record<AccountActivityType, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  session_ended: 'Session ended',
  password_changed: 'Password changed',
  email_changed: 'Email address changed',
  name_changed: 'Name changed',
  factor_added: 'Two-step verification method added',
  factor_removed: 'Two-step verification method removed',
  recovery_codes_replaced: 'Recovery codes regenerated',
  recovery_code_used: 'Recovery code used',
  statement_downloaded: 'Statement downloaded',
  export_made: 'Data exported',
}

/** Account activity, one page at a time. */
export function AccountActivityPanel() {
  const [page, setPage] = useState(0)
  const { $view, refresh } = getActivityPageStore(page)
  const view = useStore($view)
  return (
    <Panel
      title="Activity"
      id="activity"
      note={`Sign-ins, account changes and statement downloads in the last ${ACTIVITY_DAYS} days.`}
    >
      <RemoteView
        view={view}
        failure={createLoadErrorMessage('Account activity could not be loaded')}
        onRetry={refresh}
        loading={<Loading />}
      >
        {({ activity, pagination: { total } }) =>
          total === 0 ? (
            <EmptyState title="No activity yet">Your sign-ins and account changes appear here.</EmptyState>
          ) : (
            <>
              <ul>
                {activity.map((entry) => (
                  <Row key={entry.id} entry={entry} />
                ))}
              </ul>
              {total > ACTIVITY_PAGE_SIZE && <Pages page={page} total={total} onShow={setPage} />}
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
        {kind === 'email_changed' && /^(?:Requested|Asked for): /.test(detail)
          ? 'Email change requested'
          : titles[kind]}
        {kind === 'sign_in_failed' && <Badge tone="warn">{detail || 'Failed'}</Badge>}
      </p>
      <time className="text-[0.875rem] text-ink-2 tabular-nums" dateTime={at}>
        {formatDateTime(at)}
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
  const last = Math.ceil(total / ACTIVITY_PAGE_SIZE) - 1
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-[22px] py-4 max-sm:px-4"
      aria-label="Activity pages"
    >
      <p className="text-[0.875rem] text-ink-2 tabular-nums">
        {formatRowRange({ page: page + 1, limit: ACTIVITY_PAGE_SIZE, total })}
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
      <span className="visually-hidden">Loading account activity</span>
      {['one', 'two', 'three'].map((row) => (
        <div key={row} className="border-line border-t px-[22px] py-3 first:border-t-0 max-sm:px-4">
          <Skeleton className="h-[1.5rem] w-40" />
          <Skeleton className="mt-1 h-[1.25rem] w-72 max-w-full" />
        </div>
      ))}
    </div>
  )
}
