import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import type { ListedVerification } from '#contract/admin-verifications'
import { countOf } from '#core/format/format'
import { $administrator } from '#core/session/admin-session'
import { verificationStates } from '#shared/enums/verifications'
import { useItem } from '#site/admin/detail/use-item.ts'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowOpen } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { ageText, isOverdue } from './age.ts'
import { stateNames, stateTones, verificationList } from './list.ts'
import { Neighbours } from './Neighbours.tsx'
import { VerificationDetail } from './VerificationDetail.tsx'

const none = <span className="text-ink-3">–</span>

const columns: Column<ListedVerification>[] = [
  {
    id: 'name',
    label: 'Investor',
    sort: 'name',
    cell: ({ user_id, name, kind }) => (
      <>
        <Link className="block wrap-anywhere" to={{ search: investorLocation(user_id) }}>
          {name}
        </Link>
        <span className="block text-[0.875rem] font-normal text-ink-2">
          {kind === 'entity' ? 'Entity' : 'Person'}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    sort: 'state',
    isKept: true,
    cell: ({ state, by_hand }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
        {by_hand && <Badge tone="warn">By hand</Badge>}
      </span>
    ),
  },
  {
    id: 'age',
    label: 'Waits',
    sort: 'submitted_at',
    isKept: true,
    cell: (row) =>
      row.age_s === null ? (
        none
      ) : (
        <span className={isOverdue(row) ? 'text-loss' : ''}>
          {ageText(row.age_s)}
          {row.due_at && (
            <span className="block text-[0.8125rem] leading-snug whitespace-nowrap">
              {isOverdue(row) ? 'was due ' : 'due '}
              <AdminDate instant={row.due_at} />
            </span>
          )}
        </span>
      ),
  },
  { id: 'assigned', label: 'Assigned to', cell: ({ assigned_to }) => assigned_to?.username ?? none },
  {
    id: 'risk',
    label: 'Risk',
    cell: ({ risk }) => (risk ? <span className="capitalize">{risk}</span> : none),
  },
  {
    id: 'until',
    label: 'Verified until',
    cell: ({ verified_until }) => (verified_until ? <AdminDate instant={verified_until} /> : none),
  },
]

const states = [
  { value: 'waiting' as const, label: 'Waiting' },
  { value: 'all' as const, label: 'All states' },
  ...verificationStates.map((value) => ({ value, label: stateNames[value] })),
]

/** The queue of verifications, and one of them with what was said beside the files. */
export function Verifications() {
  const state = useList(verificationList)
  const own = useStore($administrator)
  const { item, addressOf, back } = useItem()
  const { notice, showSuccess, warn } = useLocalToast()
  const total = state.page?.pagination.total

  return (
    <SectionPage
      title="Verifications"
      outcome={notice}
      lead={
        total !== undefined && `${countOf(total, 'verification')}${state.isNarrowed ? ' found' : ' waiting'}`
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {item && (
          <>
            <Neighbours rows={state.page?.rows} item={item} addressOf={addressOf} />
            <VerificationDetail key={item} id={item} back={back} showSuccess={showSuccess} warn={warn} />
          </>
        )}
        {/* Two columns need the whole width: the list waits behind the open one, and keeps its place. */}
        <div className={item ? 'hidden' : 'min-w-0'}>
          <ListTable
            state={state}
            caption="Verifications"
            columns={columns}
            rowKey={({ user_id }) => user_id}
            rowName={({ name }) => name}
            tools={
              <>
                <SearchBox state={state} placeholder="Search name" />
                <FilterSelect state={state} name="state" label="State" options={states} />
                <FilterSelect
                  state={state}
                  name="assigned"
                  label="Assigned"
                  options={[
                    { value: '', label: 'To anybody' },
                    ...(own ? [{ value: String(own), label: 'To me' }] : []),
                    { value: 'none', label: 'To nobody' },
                  ]}
                />
              </>
            }
            actions={({ user_id, name }) => <RowOpen item={user_id} name={name} to={addressOf(user_id)} />}
            empty={{
              title: 'Nothing waits',
              hint: 'Investors who have submitted their verification appear here, the longest waiting first.',
            }}
            failure="Failed to fetch verifications"
          />
        </div>
      </div>
    </SectionPage>
  )
}
