import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import type { VerificationListItem } from '#contract/compliance/admin-verifications'
import { formatCountOf } from '#core/format/format'
import { $administrator } from '#core/session/admin-session'
import { verificationStatuses } from '#shared/enums/verifications'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
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
import { formatAge, isOverdue } from './format-age.ts'
import { PreviousNextLinks } from './PreviousNextLinks.tsx'
import { VerificationDetail } from './VerificationDetail.tsx'
import { verificationList, verificationStatusLabels, verificationStatusTones } from './verification-list.ts'

const none = <span className="text-ink-3">–</span>

const columns: Column<VerificationListItem>[] = [
  {
    id: 'name',
    label: 'Investor',
    sort: 'name',
    cell: ({ user_id, name, kind }) => (
      <>
        <Link className="block wrap-anywhere" to={{ search: getInvestorLocation(user_id) }}>
          {name}
        </Link>
        <span className="block text-[0.875rem] font-normal text-ink-2">
          {kind === 'entity' ? 'Entity' : 'Individual'}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    label: 'Status',
    sort: 'state',
    isKept: true,
    cell: ({ state, by_hand }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={verificationStatusTones[state]}>{verificationStatusLabels[state]}</Badge>
        {by_hand && <Badge tone="warn">Manual</Badge>}
      </span>
    ),
  },
  {
    id: 'age',
    label: 'Pending for',
    sort: 'submitted_at',
    isKept: true,
    cell: (row) =>
      row.age_s === null ? (
        none
      ) : (
        <span className={isOverdue(row) ? 'text-loss' : ''}>
          {formatAge(row.age_s)}
          {row.due_at && (
            <span className="block text-[0.8125rem] leading-snug whitespace-nowrap">
              {isOverdue(row) ? 'overdue since ' : 'due '}
              <AdminDate instant={row.due_at} />
            </span>
          )}
        </span>
      ),
  },
  { id: 'assigned', label: 'Assignee', cell: ({ assigned_to }) => assigned_to?.username ?? none },
  {
    id: 'risk',
    label: 'Risk rating',
    cell: ({ risk }) => (risk ? <span className="capitalize">{risk}</span> : none),
  },
  {
    id: 'until',
    label: 'Verified until',
    cell: ({ verified_until }) => (verified_until ? <AdminDate instant={verified_until} /> : none),
  },
]

const states = [
  { value: 'waiting' as const, label: 'Pending review' },
  { value: 'all' as const, label: 'All statuses' },
  ...verificationStatuses.map((value) => ({ value, label: verificationStatusLabels[value] })),
]

/** The verification queue, and one verification with its answers beside the files. */
export function Verifications() {
  const state = useAdminList(verificationList)
  const own = useStore($administrator)
  const { item, addressOf, back } = useSelectedItem()
  const { notice, showSuccess, warn } = useLocalToast()
  const total = state.page?.pagination.total

  return (
    <SectionPage
      title="Verifications"
      outcome={notice}
      lead={
        total !== undefined &&
        `${formatCountOf(total, 'verification')}${state.isNarrowed ? ' found' : ' pending review'}`
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {item && (
          <>
            <PreviousNextLinks rows={state.page?.rows} item={item} addressOf={addressOf} />
            <VerificationDetail key={item} id={item} backUrl={back} showSuccess={showSuccess} warn={warn} />
          </>
        )}
        {/* Two columns need the whole width, so the list is hidden behind the open item and keeps its position. */}
        <div className={item ? 'hidden' : 'min-w-0'}>
          <ListTable
            state={state}
            caption="Verifications"
            columns={columns}
            rowKey={({ user_id }) => user_id}
            rowName={({ name }) => name}
            tools={
              <>
                <SearchBox state={state} placeholder="Search name, email or account" />
                <FilterSelect state={state} name="state" label="Status" options={states} />
                <FilterSelect
                  state={state}
                  name="assigned"
                  label="Assignee"
                  options={[
                    { value: '', label: 'Anyone' },
                    ...(own ? [{ value: String(own), label: 'Me' }] : []),
                    { value: 'none', label: 'Unassigned' },
                  ]}
                />
              </>
            }
            actions={({ user_id, name }) => (
              <RowDetailLink item={user_id} name={name} to={addressOf(user_id)} />
            )}
            empty={{
              title: 'No pending verifications',
              hint: 'Submitted verifications appear here, oldest first.',
            }}
            failure="Failed to fetch verifications"
          />
        </div>
      </div>
    </SectionPage>
  )
}
