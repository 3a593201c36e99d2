import { Link } from 'react-router'
import type { Approval } from '#contract/approvals'
import { countOf, formatMoney } from '#core/format/format'
import { approvalStates } from '#shared/enums/approvals'
import { BesideItem } from '#site/admin/detail/BesideItem.tsx'
import { useItem } from '#site/admin/detail/use-item.ts'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowOpen } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { ApprovalDetail } from './ApprovalDetail.tsx'
import { approvalList } from './list.ts'
import { describeSize } from './size.ts'
import { nameOfAction, nameSubjects, stateNames, stateTones } from './words.ts'

const columns: Column<Approval>[] = [
  {
    id: 'what',
    label: 'Proposal',
    sort: 'action',
    cell: ({ action, reason, sum_of_day, ...row }) => (
      <>
        <span className="block wrap-anywhere">{nameOfAction(action)}</span>
        <Size of={row} />
        {sum_of_day && (
          <span className="block text-[0.875rem] leading-snug font-normal text-warn">
            {formatMoney(sum_of_day)} in a day
          </span>
        )}
        {nameSubjects(row) && (
          <span className="block text-[0.875rem] leading-snug font-normal text-ink-2 wrap-anywhere">
            {row.subject?.kind === 'user' ? (
              <Link to={{ search: investorLocation(row.subject.id) }}>{nameSubjects(row)}</Link>
            ) : (
              nameSubjects(row)
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
    label: 'State',
    isKept: true,
    sort: 'state',
    cell: ({ state, is_own, can_decide }) => (
      <>
        <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
        {state === 'waiting' && (is_own || can_decide) && (
          <span className="mt-1 block text-[0.8125rem] text-ink-2">{is_own ? 'Yours' : 'For you'}</span>
        )}
      </>
    ),
  },
  {
    id: 'by',
    label: 'Proposed by',
    cell: ({ proposed_by }) => <span className="wrap-anywhere">{proposed_by.username}</span>,
  },
  {
    id: 'proposed',
    label: 'Proposed',
    sort: 'proposed_at',
    startsDescending: true,
    cell: ({ proposed_at }) => <Moment instant={proposed_at} />,
  },
  {
    id: 'expires',
    label: 'Expires',
    sort: 'expires_at',
    cell: ({ state, expires_at }) =>
      state === 'waiting' ? <AdminDate instant={expires_at} /> : <span className="text-ink-3">–</span>,
  },
]

/** What an approver looks at first, where the proposal has figures. */
function Size({ of }: { of: Pick<Approval, 'before' | 'after'> }) {
  const size = describeSize(of)
  return size && <span className="num block text-[0.9375rem] wrap-anywhere">{size}</span>
}

const states = [
  { value: '' as const, label: 'All states' },
  ...approvalStates.map((value) => ({ value, label: stateNames[value] })),
]

/** Columns beside an open proposal. */
const essential = ['what', 'state']

const nameOf = ({ id, action }: Approval) => `proposal ${id}, ${nameOfAction(action)}`

/** Changes that one administrator proposed and a second one decides: a list, and one of them beside it. */
export function Approvals() {
  const state = useList(approvalList)
  const { item, addressOf, back } = useItem()
  const { notice, showSuccess, warn } = useLocalToast()
  const total = state.page?.pagination.total
  return (
    <SectionPage
      title="Approvals"
      outcome={notice}
      lead={total !== undefined && `${countOf(total, 'proposal')}${state.isNarrowed ? ' found' : ''}`}
    >
      <BesideItem
        width={34}
        list={
          <ListTable
            state={state}
            caption="Proposals"
            columns={item ? columns.filter(({ id }) => essential.includes(id)) : columns}
            rowKey={({ id }) => id}
            rowName={nameOf}
            tools={
              <>
                <SearchBox state={state} placeholder="Search who, what, why" />
                <FilterSelect state={state} name="state" label="State" options={states} />
              </>
            }
            actions={(row) => <RowOpen item={row.id} name={nameOf(row)} to={addressOf(row.id)} />}
            empty={{
              title: 'No proposals found',
              hint: 'Changes that need a second administrator appear here: large transactions, allotments, movements of the register and the like.',
            }}
            failure="Failed to fetch proposals"
          />
        }
        item={
          item && (
            <ApprovalDetail
              id={item}
              back={back}
              showSuccess={showSuccess}
              warn={(message) => warn(message)}
            />
          )
        }
      />
    </SectionPage>
  )
}
