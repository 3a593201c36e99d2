import { useState } from 'react'
import type { PendingRequest } from '#contract/admin-portfolios'
import { formatDuration } from '#core/format/duration'
import { countOf, formatMoney } from '#core/format/format'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { type ListState, useList } from '#site/admin/list/use-list.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Person } from '#site/admin/shared/Person.tsx'
import { Standing } from '#site/admin/shared/Standing.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useToast } from '#site/admin/toast/use-toast.ts'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { ApprovalQuestion, Decisions, RejectionDialog } from './Decisions.tsx'
import { type Decision, requestList, requestOutcome } from './requests.ts'

const columns: Column<PendingRequest>[] = [
  {
    id: 'user',
    label: 'Investor',
    sort: 'user_name',
    cell: (request) => (
      <>
        <Person id={request.user_id} name={request.user_name} email={request.user_email} />
        <span className="mt-1.5 flex flex-wrap gap-2 font-normal">
          {request.is_verified && <Badge tone="gain">Verified</Badge>}
          <Standing of={request} />
        </span>
      </>
    ),
  },
  {
    id: 'token',
    label: 'Token',
    isKept: true,
    sort: 'pending_investments',
    cell: ({ pending_investments, token_name }) => (
      <div>
        <span className="num block text-[0.9375rem] font-medium whitespace-nowrap">
          {pending_investments}
        </span>
        <span className="block text-[0.875rem] leading-snug text-ink-2 wrap-anywhere">
          {token_name || 'No longer in the catalogue'}
        </span>
      </div>
    ),
  },
  {
    id: 'asked',
    label: 'Asked',
    sort: 'last_updated',
    cell: ({ last_updated }) => (
      <>
        <Moment instant={last_updated} />
        <Waited since={last_updated} />
      </>
    ),
  },
  {
    id: 'value',
    label: 'Portfolio value',
    align: 'right',
    cell: ({ total_value }) => formatMoney(total_value),
  },
  {
    id: 'invested',
    label: 'Invested',
    align: 'right',
    cell: ({ total_invested }) => formatMoney(total_invested),
  },
  {
    id: 'active',
    label: 'Active investments',
    align: 'right',
    initiallyHidden: true,
    cell: ({ active_investments }) => active_investments,
  },
]

/** The pending investment requests. */
export function TokenPending() {
  const state = useList(requestList)
  const outcome = useToast(requestOutcome)
  const [decision, setDecision] = useState<Decision>()
  const mayDecide = useMay()('money')
  const current = state.page?.rows.find(({ user_id }) => user_id === decision?.request.user_id)

  const total = state.page?.pagination.total
  return (
    <SectionPage
      title="Token Pending Status"
      outcome={outcome}
      lead={total !== undefined && countRequests(total, state)}
      aside={
        <Button
          look="quiet"
          small
          busy={state.view.updating && state.page && 'Reloading...'}
          onClick={requestList.refresh}
        >
          Reload
        </Button>
      }
    >
      <ListTable
        state={state}
        caption="Pending requests"
        columns={columns}
        rowKey={({ user_id }) => user_id}
        rowName={({ user_name, pending_investments }) => `${pending_investments} for ${user_name}`}
        tools={<SearchBox state={state} placeholder="Search name, email or token" />}
        actions={mayDecide ? (request) => <Decisions request={request} onDecide={setDecision} /> : undefined}
        gone="No longer waiting"
        empty={{
          title: 'No pending requests',
          hint: 'A request appears here when an investor selects a token.',
        }}
        failure="Failed to fetch pending requests"
      />
      <ApprovalQuestion
        current={current}
        request={decision?.action === 'approve' ? decision.request : undefined}
        onClose={() => setDecision(undefined)}
      />
      <RejectionDialog
        current={current}
        request={decision?.action === 'reject' ? decision.request : undefined}
        onClose={() => setDecision(undefined)}
      />
    </SectionPage>
  )
}

/** How long a request has waited. */
function Waited({ since }: { since: string }) {
  const seconds = (Date.now() - Date.parse(since)) / 1000
  if (seconds < 60) return null
  return <span className="block text-[0.8125rem] text-ink-3">Waits {formatDuration(seconds)}</span>
}

type Shown = Pick<ListState<PendingRequest>, 'isNarrowed' | 'query'>

function countRequests(total: number, { isNarrowed, query }: Shown): string {
  if (isNarrowed) return `${countOf(total, 'request')} found`
  if (total === 0) return 'Nothing is waiting'
  if (total === 1) return '1 request is waiting'
  return `${countOf(total, 'request')} are waiting${query.sort === 'last_updated' ? ', the oldest first' : ''}`
}
