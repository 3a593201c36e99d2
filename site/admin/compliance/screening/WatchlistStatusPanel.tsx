import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { WatchlistStatus } from '#contract/compliance/admin-screening'
import type { ApprovalRequest } from '#contract/desk/approvals'
import { formatCount, formatCountOf } from '#core/format/format'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { formatApprovalAmount } from '#site/admin/kit/approvals/approval-summary.ts'
import { getApprovalLocation } from '#site/admin/kit/approvals/pending-approvals.ts'
import { WatchlistChangesTable } from '#site/admin/kit/approvals/WatchlistChangesTable.tsx'
import { Banner } from '#ui/Banner'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import { getBirthDateHint } from './birth-date-hint.ts'
import { $pendingWatchlists } from './match-list.ts'

/** The watchlist in use, the screening progress, and a watchlist awaiting approval. */
export function WatchlistStatusPanel({ status: screening }: { status: WatchlistStatus | undefined }) {
  const proposed = useStore($pendingWatchlists)
  return (
    <>
      {proposed.map((one) => (
        <Proposed key={one.id} request={one} />
      ))}
      <Present status={screening} isNextWaiting={proposed.length > 0} />
    </>
  )
}

/** A watchlist that awaits a second administrator's approval. */
function Proposed({
  request: { id, before, after, proposed_by, is_own, list_changes },
}: {
  request: ApprovalRequest
}) {
  return (
    <Banner kind="warning">
      <p className="wrap-anywhere">
        <span className="font-medium">A new watchlist is awaiting approval</span>:{' '}
        {formatApprovalAmount({ before, after })}.{' '}
        {is_own
          ? 'You submitted it; another administrator must approve it.'
          : `Submitted by ${proposed_by.username}.`}{' '}
        <Link to={getApprovalLocation(id)}>View request</Link>
      </p>
      {list_changes && (
        <details className="mt-2">
          <summary className="cursor-pointer underline underline-offset-2">Show changes to names</summary>
          <div className="mt-3">
            <WatchlistChangesTable changes={list_changes} />
          </div>
        </details>
      )}
    </Banner>
  )
}

function Present({
  status: screening,
  isNextWaiting,
}: {
  status: WatchlistStatus | undefined
  isNextWaiting: boolean
}) {
  if (screening?.source === 'none') {
    if (isNextWaiting) return null
    return (
      <Banner kind="warning">
        No watchlist has been uploaded. Investors are not screened for sanctions or politically exposed
        persons. Upload a CSV file with the columns name, birth date, list and entry id.
      </Banner>
    )
  }
  return (
    <Panel
      title="Watchlist"
      note={[
        'Uploading a new watchlist replaces this one and rescreens all investors.',
        ...(screening ? [getBirthDateHint(screening.threshold)] : []),
      ].join(' ')}
    >
      {screening ? (
        <dl className="grid gap-x-6 gap-y-3 px-[22px] py-4 text-[0.9375rem] max-sm:p-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
          <Fact label="File">
            {screening.filename || 'Unnamed file'}
            <span className="block text-[0.875rem] text-ink-2">
              {formatCountOf(screening.entries, 'name')}
            </span>
          </Fact>
          <Fact label="Uploaded">
            <Done at={screening.uploaded_at} by={screening.uploaded_by} />
          </Fact>
          {screening.approved_at && (
            <Fact label="Approved">
              <Done at={screening.approved_at} by={screening.approved_by} />
            </Fact>
          )}
          <Fact label="Screened">
            {formatCount(screening.screened)} of {formatCountOf(screening.investors, 'investor')}
            {screening.screened < screening.investors && (
              <span className="block text-[0.875rem] text-warn">In progress</span>
            )}
          </Fact>
          <Fact label="Match threshold">
            {screening.threshold}% or higher
            <span className="block text-[0.875rem] text-ink-2">Set in Site settings</span>
          </Fact>
        </dl>
      ) : (
        <Skeleton className="m-[22px] h-14" />
      )}
    </Panel>
  )
}

/** When something was done and, if known, by whom. */
function Done({ at, by }: { at: string | null; by: string }) {
  return (
    <>
      {at && <AdminDateTime instant={at} />}
      {by && <span className="block text-[0.875rem] text-ink-2">by {by}</span>}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-3">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
