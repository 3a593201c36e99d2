import { Link } from 'react-router'
import type { ApprovalRequest } from '#contract/desk/approvals'
import { formatCountOf, formatMoney } from '#core/format/format'
import { approvalStatuses } from '#shared/enums/approvals'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import {
  approvalStatusLabels,
  approvalStatusTones,
  formatSubjects,
  getApprovalActionLabel,
} from '#site/admin/kit/approvals/approval-labels.ts'
import { formatApprovalAmount } from '#site/admin/kit/approvals/approval-summary.ts'
import { SplitView } from '#site/admin/kit/detail/SplitView.tsx'
import { useSelectedItem } from '#site/admin/kit/detail/use-selected-item.ts'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowDetailLink } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { ApprovalRequestDetail } from './ApprovalRequestDetail.tsx'
import { approvalList } from './approval-list.ts'

const columns: Column<ApprovalRequest>[] = [
  {
    id: 'what',
    label: 'Request',
    sort: 'action',
    cell: ({ action, reason, sum_of_day, ...row }) => (
      <>
        <span className="block wrap-anywhere">{getApprovalActionLabel(action)}</span>
        <Size request={row} />
        {sum_of_day && (
          <span className="block text-[0.875rem] leading-snug font-normal text-warn">
            {formatMoney(sum_of_day)} within 24 hours
          </span>
        )}
        {formatSubjects(row) && (
          <span className="block text-[0.875rem] leading-snug font-normal text-ink-2 wrap-anywhere">
            {row.subject?.kind === 'user' ? (
              <Link to={{ search: getInvestorLocation(row.subject.id) }}>{formatSubjects(row)}</Link>
            ) : (
              formatSubjects(row)
            )}
          </span>
        )}
        <span className="line-clamp-2 text-[0.875rem] leading-snug font-normal text-ink-3 wrap-anywhere">
          {reason}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    label: 'Status',
    isKept: true,
    sort: 'state',
    cell: ({ state, is_own, can_decide }) => (
      <>
        <Badge tone={approvalStatusTones[state]}>{approvalStatusLabels[state]}</Badge>
        {state === 'waiting' && (is_own || can_decide) && (
          <span className="mt-1 block text-[0.8125rem] text-ink-2">
            {is_own ? 'Your request' : 'Needs your approval'}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'by',
    label: 'Requested by',
    cell: ({ proposed_by }) => <span className="wrap-anywhere">{proposed_by.username}</span>,
  },
  {
    id: 'proposed',
    label: 'Requested',
    sort: 'proposed_at',
    startsDescending: true,
    cell: ({ proposed_at }) => <AdminDateTime instant={proposed_at} />,
  },
  {
    id: 'expires',
    label: 'Expires',
    sort: 'expires_at',
    cell: ({ state, expires_at }) =>
      state === 'waiting' ? <AdminDate instant={expires_at} /> : <span className="text-ink-3">–</span>,
  },
]

/** The key figures for an approver, if the request has figures. */
function Size({ request }: { request: Pick<ApprovalRequest, 'before' | 'after'> }) {
  const size = formatApprovalAmount(request)
  return size && <span className="num block text-[0.9375rem] wrap-anywhere">{size}</span>
}

const states = [
  { value: '' as const, label: 'All statuses' },
  ...approvalStatuses.map((value) => ({ value, label: approvalStatusLabels[value] })),
]

/** Columns shown beside an open request. */
const essential = ['what', 'state']

const nameOf = ({ id, action }: ApprovalRequest) =>
  `approval request ${id}, ${getApprovalActionLabel(action)}`

/** Changes requested by one administrator and decided by another: a list, with the selected request beside it. */
export function Approvals() {
  const state = useAdminList(approvalList)
  const { item, addressOf, back } = useSelectedItem()
  const { notice, showSuccess, warn } = useLocalToast()
  const total = state.page?.pagination.total
  return (
    <SectionPage
      title="Approvals"
      outcome={notice}
      lead={
        total !== undefined &&
        `${formatCountOf(total, 'approval request')}${state.isNarrowed ? ' found' : ''}`
      }
    >
      <SplitView
        width={34}
        list={
          <ListTable
            state={state}
            caption="Approval requests"
            columns={item ? columns.filter(({ id }) => essential.includes(id)) : columns}
            rowKey={({ id }) => id}
            rowName={nameOf}
            tools={
              <>
                <SearchBox state={state} placeholder="Search requester, action or reason" />
                <FilterSelect state={state} name="state" label="Status" options={states} />
              </>
            }
            actions={(row) => <RowDetailLink item={row.id} name={nameOf(row)} to={addressOf(row.id)} />}
            empty={{
              title: 'No approval requests found',
              hint: 'Changes that require dual approval appear here, such as large transactions, allotments and register movements.',
            }}
            failure="Failed to fetch approval requests"
          />
        }
        item={
          item && (
            <ApprovalRequestDetail
              id={item}
              backUrl={back}
              showSuccess={showSuccess}
              warn={(message) => warn(message)}
            />
          )
        }
      />
    </SectionPage>
  )
}
