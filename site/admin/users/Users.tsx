import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { adminUsers, type ListedUser, userFilters } from '#contract/admin-users'
import { callAdmin } from '#core/api/admin-api'
import { countOf, formatMoney } from '#core/format/format'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowAction, RowLink } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { useMay } from '#site/admin/shared/may.tsx'
import { Person } from '#site/admin/shared/Person.tsx'
import { useToast } from '#site/admin/toast/use-toast.ts'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { FilterChips } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Email } from '#ui/Email'
import { bellIcon } from '#ui/icons/account'
import { deleteIcon, unlockIcon } from '#ui/icons/rows'
import { exchangeIcon } from '#ui/icons/sections'
import { BulkActions } from './BulkActions.tsx'
import { $changed, currentOf, showDeletion, unlockUser, userOutcome } from './changes.ts'
import { DeletionCheck } from './DeletionCheck.tsx'
import { FlagSwitch } from './FlagSwitch.tsx'
import { userList } from './list.ts'

const filterNames: Record<(typeof userFilters)[number], string> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  verified: 'Verified',
  unverified: 'Unverified',
}
const filterOptions = userFilters.map((value) => ({ value, label: filterNames[value] }))

const none = <span className="text-ink-3">–</span>

/** Whether the account is active, and whether failed sign-ins have locked it. */
function Status({ user }: { user: ListedUser }) {
  const { lock } = user
  return (
    <>
      <FlagSwitch user={user} flag="is_active" />
      {lock && (
        <span
          className="block text-[0.8125rem] leading-snug text-warn"
          title={lock.everywhere ? undefined : 'For the network that the failed sign-ins came from'}
        >
          Locked until{' '}
          <time dateTime={lock.until} className="whitespace-nowrap">
            {lock.until.slice(11, 16)} UTC
          </time>
          {!lock.everywhere && ', from one network'}
        </span>
      )}
    </>
  )
}

const columns: Column<ListedUser>[] = [
  {
    id: 'name',
    label: 'Investor',
    sort: 'last_name',
    cell: (user) => (
      <>
        <Person id={user.id} name={nameOf(user)} email={user.email} />
        <WaitingBadge of={`user:${user.id}`} className="mt-1" />
      </>
    ),
  },
  {
    id: 'active',
    label: 'Status',
    sort: 'is_active',
    isKept: true,
    cell: (user) => <Status user={user} />,
  },
  {
    id: 'last_login',
    label: 'Last login',
    sort: 'last_login_at',
    startsDescending: true,
    cell: ({ last_login_at }) => (last_login_at ? <AdminDate instant={last_login_at} /> : none),
  },
  {
    id: 'verified',
    label: 'Verification',
    sort: 'is_verified',
    cell: (user) => (
      <>
        <FlagSwitch user={user} flag="is_verified" />
        {user.is_verified && user.by_hand && (
          <span className="mt-1 block">
            <Badge tone="warn">By hand</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'registered',
    label: 'Registered',
    sort: 'created_at',
    startsDescending: true,
    initiallyHidden: true,
    cell: ({ created_at }) => <AdminDate instant={created_at} />,
  },
  {
    id: 'portfolio',
    label: 'Portfolio',
    align: 'right',
    cell: ({ total_value, derived_value }) =>
      total_value === null ? (
        <>
          {formatMoney(derived_value ?? '0.00')}
          <span className="block font-sans text-[0.8125rem] text-ink-3">Derived</span>
        </>
      ) : (
        formatMoney(total_value)
      ),
  },
  {
    id: 'email',
    label: 'Email',
    sort: 'email',
    initiallyHidden: true,
    cell: ({ email }) => <Email of={email} />,
  },
  { id: 'country', label: 'Country', initiallyHidden: true, cell: ({ country }) => country || none },
  { id: 'phone', label: 'Phone', initiallyHidden: true, cell: ({ phone }) => phone || none },
]

/** The investors: their flags, and links to their data. */
export function Users() {
  const state = useList(userList)
  const changed = useStore($changed)
  const outcome = useToast(userOutcome)
  const [deleting, setDeleting] = useState<ListedUser>()
  const may = useMay()
  const hasBulk = may('activate') || may('verify_by_hand') || may('publish')

  // Money is not for every role that looks after users.
  const shown = useMemo(() => columns.filter(({ id }) => id !== 'portfolio' || may('read')), [may])
  const total = state.page?.pagination.total
  const { filters, search } = state.query
  const group = { filter: filters.filter, search, total: total ?? 0 }
  const page = state.page && { ...state.page, rows: state.page.rows.map((row) => currentOf(row, changed)) }

  return (
    <SectionPage
      title="User Management"
      lead={total !== undefined && countUsers(total, state.isNarrowed)}
      outcome={outcome}
    >
      <ListTable
        state={{ ...state, page }}
        caption="Users"
        columns={shown}
        rowKey={({ id }) => id}
        rowName={nameOf}
        tools={
          <>
            <SearchBox state={state} placeholder="Search email or name" />
            <FilterChips state={state} name="filter" label="Show users" options={filterOptions} />
          </>
        }
        actions={(user) => <Actions user={user} onDelete={setDeleting} />}
        bulk={
          hasBulk
            ? (selected, clear) => <BulkActions users={selected} group={group} clear={clear} />
            : undefined
        }
        empty={{ title: 'No users found', hint: 'Investors appear here once they register.' }}
        failure="Failed to fetch users"
      />
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete user"
        action="Delete user"
        busy="Deleting..."
        run={({ id }, said) => callAdmin(adminUsers.remove, { params: { id }, body: said })}
        takesReason
        onDone={showDeletion}
        onOutdated={userList.refresh}
        failure="Failed to delete user"
        approval={{ endpoint: adminUsers.remove }}
        check={DeletionCheck}
      >
        {(user) => (
          <>
            This erases the account of <strong>{nameOf(user)}</strong> ({user.email}): name, contact details,
            portfolio, activities, notifications and any pending request. The user is signed out. Transactions
            stay in the ledger without a name, and the email can be registered again. This action cannot be
            undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}

function countUsers(total: number, isNarrowed: boolean): string {
  const count = countOf(total, 'investor')
  return isNarrowed ? `${count} found` : count
}

function Actions({ user, onDelete }: { user: ListedUser; onDelete: (user: ListedUser) => void }) {
  const name = nameOf(user)
  const may = useMay()
  return (
    <>
      {user.lock && may('unlock') && (
        <RowAction
          icon={unlockIcon}
          label="Unlock"
          name={`Unlock ${name}`}
          onClick={() => unlockUser(user)}
        />
      )}
      {may('read') && (
        <RowLink
          icon={exchangeIcon}
          label="Transactions"
          name={`Transactions of ${name}`}
          to={`?d=transactions&user=${user.id}`}
        />
      )}
      <RowLink
        icon={bellIcon}
        label="Notifications"
        name={`Notifications of ${name}`}
        to={`?d=notifications&user=${user.id}`}
      />
      {may('delete_user') && (
        <RowAction
          icon={deleteIcon}
          label="Delete"
          name={`Delete ${name}`}
          asks
          onClick={() => onDelete(user)}
        />
      )}
    </>
  )
}
