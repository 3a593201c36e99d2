import { useStore } from '@nanostores/react'
import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  adminInvestor,
  TIMELINE_ENTRIES_MAX,
  TIMELINE_PAGE_SIZE,
  type TimelineEntry,
  type TimelineEntryType,
  timelineEntryTypes,
} from '#contract/people/admin-investor'
import { callAdminApi } from '#core/api/admin-api'
import { getData } from '#core/query/remote'
import { $may } from '#core/session/admin-session'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Field, Input, Select } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { timelineTypeLabels } from './investor-store.ts'

const topics = [
  'users',
  'transactions',
  'subscriptions',
  'register',
  'activities',
  'portfolio',
  'notifications',
  'mails',
  'support',
  'notes',
  'verifications',
  'screening',
  'approvals',
] as const

/** Record types that not every role may see. */
const needs: Partial<Record<TimelineEntryType, 'read' | 'audit'>> = {
  transaction: 'read',
  subscription: 'read',
  register: 'read',
  portfolio: 'read',
  document: 'read',
  mail: 'read',
  verification: 'read',
  approval: 'read',
  audit: 'audit',
}

const readKind = (text: string | null): TimelineEntryType | undefined =>
  timelineEntryTypes.find((kind) => kind === text)
const readDay = (text: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : '')
const readPage = (text: string | null): number => {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= TIMELINE_ENTRIES_MAX / TIMELINE_PAGE_SIZE ? page : 1
}

/** An investor's history, newest first, for all record types or one. */
export function InvestorTimeline({ userId }: { userId: number }) {
  const may = useStore($may)
  const [address, setAddress] = useSearchParams()
  const kind = readKind(address.get('kind'))
  const to = readDay(address.get('to'))
  const page = readPage(address.get('page'))
  const read = useCallback(
    (_key: string) =>
      callAdminApi(adminInvestor.timeline, {
        params: { id: userId },
        query: { kind, to: to || undefined, page, limit: TIMELINE_PAGE_SIZE },
      }),
    [userId, kind, to, page],
  )
  const { view, retry } = useRemote(`${userId} ${kind} ${to} ${page}`, read)
  useRefetchOnEvents(topics, retry)
  const show = (changes: Record<string, string>) => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries({ page: '', ...changes })) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setAddress(next, { preventScrollReset: true })
  }
  const data = getData(view)
  const options = timelineEntryTypes.filter((one) => {
    const permission = needs[one]
    return permission === undefined || may(permission)
  })
  return (
    <Panel title="Timeline" note="Newest first">
      <div className="flex flex-wrap items-end gap-3 border-line border-b px-[22px] py-4 max-sm:px-4">
        <Field label="Show" filter className="min-w-40">
          {(control) => (
            <Select
              {...control}
              className="h-11"
              options={[
                { value: '', label: 'All events' },
                ...options.map((value) => ({ value, label: timelineTypeLabels[value][0] })),
              ]}
              value={kind ?? ''}
              onChange={({ target }) => show({ kind: target.value })}
            />
          )}
        </Field>
        <Field label="Until" filter className="min-w-40">
          {(control) => (
            <Input
              {...control}
              className="h-11"
              type="date"
              value={to}
              onChange={({ target }) => show({ to: target.value })}
            />
          )}
        </Field>
      </div>
      <RemoteError view={view} {...getLoadErrorProps('Failed to fetch timeline')} onRetry={retry} />
      {!data && view.status === 'loading' && <Skeleton className="m-[22px] h-64" />}
      {data?.entries.length === 0 && (
        <EmptyState title="No events">
          {kind || to
            ? 'No events match this type and date.'
            : 'Events appear from the first sign-in or deposit.'}
        </EmptyState>
      )}
      {data && data.entries.length > 0 && (
        <ol aria-label="Timeline">
          {data.entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id over all kinds
            <Entry key={`${entry.kind} ${entry.at} ${at}`} entry={entry} />
          ))}
        </ol>
      )}
      {data && data.pagination.pages > 1 && (
        <div className="flex flex-wrap items-center gap-3 border-line border-t px-[22px] py-3 max-sm:px-4">
          <Button look="quiet" small disabled={page <= 1} onClick={() => show({ page: String(page - 1) })}>
            Newer
          </Button>
          <span className="text-[0.875rem] text-ink-2">
            Page {page} of {data.pagination.pages}
          </span>
          <Button
            look="quiet"
            small
            disabled={page >= data.pagination.pages}
            onClick={() => show({ page: String(page + 1) })}
          >
            Older
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Entry({ entry: { at, kind, title, detail, by, link } }: { entry: TimelineEntry }) {
  return (
    <li className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-b px-[22px] py-3 last:border-b-0 max-sm:grid-cols-1 max-sm:px-4">
      <span>
        <Badge>{timelineTypeLabels[kind][1]}</Badge>
      </span>
      <div className="min-w-0">
        <p className="leading-snug wrap-anywhere">
          {link ? <Link to={{ search: link }}>{title}</Link> : title}
        </p>
        {detail && <p className="text-[0.875rem] leading-snug text-ink-2 wrap-anywhere">{detail}</p>}
        <p className="text-[0.875rem] text-ink-3">
          <AdminDateTime instant={at} />
          {by && <> by {by.username}</>}
        </p>
      </div>
    </li>
  )
}
