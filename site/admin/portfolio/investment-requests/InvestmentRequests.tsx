import { useState } from 'react'
import type { PendingInvestmentRequest } from '#contract/portfolio/admin-portfolios'
import { formatDuration } from '#core/format/duration'
import { formatCountOf, formatMoney } from '#core/format/format'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { InvestorLink } from '#site/admin/kit/InvestorLink.tsx'
import { InvestorStatus } from '#site/admin/kit/InvestorStatus.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { type ListState, useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useToast } from '#site/admin/kit/toasts/use-toast.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { ApproveRequestDialog, RejectRequestDialog, RequestDecision } from './RequestDecision.tsx'
import { type Decision, investmentRequestList, requestToasts } from './request-list.ts'

const columns: Column<PendingInvestmentRequest>[] = [
  {
    id: 'user',
    label: 'Investor',
    sort: 'user_name',
    cell: (request) => (
      <>
        <InvestorLink id={request.user_id} name={request.user_name} email={request.user_email} />
        <span className="mt-1.5 flex flex-wrap gap-2 font-normal">
          {request.is_verified && <Badge tone="gain">Verified</Badge>}
          <InvestorStatus investor={request} />
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
          {token_name || 'No longer in the catalog'}
        </span>
      </div>
    ),
  },
  {
    id: 'asked',
    label: 'Requested',
    sort: 'last_updated',
    cell: ({ last_updated }) => (
      <>
        <AdminDateTime instant={last_updated} />
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
export function InvestmentRequests() {
  const state = useAdminList(investmentRequestList)
  const outcome = useToast(requestToasts)
  const [decision, setDecision] = useState<Decision>()
  const mayDecide = usePermissions()('money')
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
          busy={state.view.isFetching && state.page && 'Reloading...'}
          onClick={investmentRequestList.refresh}
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
        actions={
          mayDecide ? (request) => <RequestDecision request={request} onDecide={setDecision} /> : undefined
        }
        gone="No longer pending"
        empty={{
          title: 'No pending requests',
          hint: 'A request appears here when an investor selects a token.',
        }}
        failure="Failed to fetch pending requests"
      />
      <ApproveRequestDialog
        current={current}
        request={decision?.action === 'approve' ? decision.request : undefined}
        onClose={() => setDecision(undefined)}
      />
      <RejectRequestDialog
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
  return <span className="block text-[0.8125rem] text-ink-3">Pending for {formatDuration(seconds)}</span>
}

type Shown = Pick<ListState<PendingInvestmentRequest>, 'isNarrowed' | 'query'>

function countRequests(total: number, { isNarrowed, query }: Shown): string {
  if (isNarrowed) return `${formatCountOf(total, 'request')} found`
  if (total === 0) return 'No pending requests'
  if (total === 1) return '1 pending request'
  return `${formatCountOf(total, 'pending request')}${query.sort === 'last_updated' ? ', oldest first' : ''}`
}
