import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ScreeningState } from '#contract/admin-screening'
import type { Approval } from '#contract/approvals'
import { countOf, formatCount } from '#core/format/format'
import { ListChanges } from '#site/admin/approvals/ListChanges.tsx'
import { describeSize } from '#site/admin/approvals/size.ts'
import { approvalLocation } from '#site/admin/approvals/waiting.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Banner } from '#ui/Banner'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import { describeBirths } from './births.ts'
import { $proposedLists } from './list.ts'

/** What investors are screened against, how far that is, and the list that may come next. */
export function Source({ of: screening }: { of: ScreeningState | undefined }) {
  const proposed = useStore($proposedLists)
  return (
    <>
      {proposed.map((one) => (
        <Proposed key={one.id} of={one} />
      ))}
      <Present of={screening} isNextWaiting={proposed.length > 0} />
    </>
  )
}

/** A list that a second administrator has yet to approve. */
function Proposed({ of: { id, before, after, proposed_by, is_own, list_changes } }: { of: Approval }) {
  return (
    <Banner kind="warning">
      <p className="wrap-anywhere">
        <span className="font-medium">A new list waits for approval</span>: {describeSize({ before, after })}.{' '}
        {is_own
          ? 'You proposed it, and another administrator has to approve it.'
          : `${proposed_by.username} proposed it.`}{' '}
        <Link to={approvalLocation(id)}>See the proposal</Link>
      </p>
      {list_changes && (
        <details className="mt-2">
          <summary className="cursor-pointer underline underline-offset-2">Which names change</summary>
          <div className="mt-3">
            <ListChanges of={list_changes} />
          </div>
        </details>
      )}
    </Banner>
  )
}

function Present({
  of: screening,
  isNextWaiting,
}: {
  of: ScreeningState | undefined
  isNextWaiting: boolean
}) {
  if (screening?.source === 'none') {
    if (isNextWaiting) return null
    return (
      <Banner kind="warning">
        There is no list: nobody is screened for sanctions or political exposure. Upload a CSV file with the
        columns name, birth date, list and entry id.
      </Banner>
    )
  }
  return (
    <Panel
      title="List"
      note={[
        'A new list replaces this one, and all investors are screened again.',
        ...(screening ? [describeBirths(screening.threshold)] : []),
      ].join(' ')}
    >
      {screening ? (
        <dl className="grid gap-x-6 gap-y-3 px-[22px] py-4 text-[0.9375rem] max-sm:p-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
          <Fact label="File">
            {screening.filename || 'Without a name'}
            <span className="block text-[0.875rem] text-ink-2">{countOf(screening.entries, 'name')}</span>
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
            {formatCount(screening.screened)} of {countOf(screening.investors, 'investor')}
            {screening.screened < screening.investors && (
              <span className="block text-[0.875rem] text-warn">Going on in the background</span>
            )}
          </Fact>
          <Fact label="Taken for one person">
            from {screening.threshold} % on
            <span className="block text-[0.875rem] text-ink-2">Set in the site settings</span>
          </Fact>
        </dl>
      ) : (
        <Skeleton className="m-[22px] h-14" />
      )}
    </Panel>
  )
}

/** When something was done, and by whom where that is known. */
function Done({ at, by }: { at: string | null; by: string }) {
  return (
    <>
      {at && <Moment instant={at} />}
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
