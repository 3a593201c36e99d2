import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { adminUsers, type UserListItem, userFilters } from '#contract/people/admin-users'
import { callAdminApi } from '#core/api/admin-api'
import { formatCountOf, formatMoney } from '#core/format/format'
import { formatFullName } from '#shared/full-name'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { InvestorLink } from '#site/admin/kit/InvestorLink.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction, RowLink } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useToast } from '#site/admin/kit/toasts/use-toast.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { FilterChips } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Email } from '#ui/Email'
import { bellIcon } from '#ui/icons/account'
import { deleteIcon, unlockIcon } from '#ui/icons/row-actions'
import { exchangeIcon } from '#ui/icons/sections'
import { DeletionImpactPanel } from './DeletionImpactPanel.tsx'
import { UserBulkActions } from './UserBulkActions.tsx'
import { UserStatusSwitch } from './UserStatusSwitch.tsx'
import { $changed, getCurrentUser, handleUserDeleted, unlockUser, userToasts } from './user-changes.ts'
import { userList } from './user-list.ts'

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
function Status({ user }: { user: UserListItem }) {
  const { lock } = user
  return (
    <>
      <UserStatusSwitch user={user} flag="is_active" />
      {lock && (
        <span
          className="block text-[0.8125rem] leading-snug text-warn"
          title={lock.everywhere ? undefined : 'Only for the network the failed sign-ins came from'}
        >
          Locked until{' '}
          <time dateTime={lock.until} className="whitespace-nowrap">
            {lock.until.slice(11, 16)} UTC
          </time>
          {!lock.everywhere && ', for one network'}
        </span>
      )}
    </>
  )
}

const columns: Column<UserListItem>[] = [
  {
    id: 'name',
    label: 'Investor',
    sort: 'last_name',
    cell: (user) => (
      <>
        <InvestorLink id={user.id} name={formatFullName(user)} email={user.email} />
        <AwaitingApprovalBadge rows={`user:${user.id}`} className="mt-1" />
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
    label: 'Last sign-in',
    sort: 'last_login_at',
    startsDescending: true,
    cell: ({ last_login_at }) => (last_login_at ? <AdminDate instant={last_login_at} /> : none),
  },
  {
    id: 'verified',
    label: 'Verification',
    sort: 'is_verified',
    cell: (user) => (
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 min-[1400px]:flex-nowrap">
        <UserStatusSwitch user={user} flag="is_verified" />
        {user.is_verified && user.by_hand && <Badge tone="warn">Manual</Badge>}
      </span>
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
          <span className="block font-sans text-[0.8125rem] text-ink-3">Calculated</span>
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
    cell: ({ email }) => <Email address={email} />,
  },
  { id: 'country', label: 'Country', initiallyHidden: true, cell: ({ country }) => country || none },
  { id: 'phone', label: 'Phone', initiallyHidden: true, cell: ({ phone }) => phone || none },
]

/** The investors: their flags, and links to their data. */
export function Users() {
  const state = useAdminList(userList)
  const changed = useStore($changed)
  const outcome = useToast(userToasts)
  const [deleting, setDeleting] = useState<UserListItem>()
  const may = usePermissions()
  const hasBulk = may('activate') || may('verify_by_hand') || may('publish')

  // Not every role that manages users may see money.
  const shown = useMemo(() => columns.filter(({ id }) => id !== 'portfolio' || may('read')), [may])
  const total = state.page?.pagination.total
  const { filters, search } = state.query
  const group = { filter: filters.filter, search, total: total ?? 0 }
  const page = state.page && {
    ...state.page,
    rows: state.page.rows.map((row) => getCurrentUser(row, changed)),
  }

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
        rowName={formatFullName}
        tools={
          <>
            <SearchBox state={state} placeholder="Search name, email or account" />
            <FilterChips state={state} name="filter" label="Show users" options={filterOptions} />
          </>
        }
        actions={(user) => <Actions user={user} onDelete={setDeleting} />}
        bulk={
          hasBulk
            ? (selected, clear) => <UserBulkActions users={selected} group={group} clear={clear} />
            : undefined
        }
        empty={{ title: 'No users found', hint: 'Investors appear here once they register.' }}
        failure="Failed to fetch users"
      />
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete investor"
        action="Delete investor"
        busy="Deleting..."
        run={({ id }, said) => callAdminApi(adminUsers.delete, { params: { id }, body: said })}
        takesReason
        onDone={handleUserDeleted}
        onOutdated={userList.refresh}
        failure="Failed to delete investor"
        approval={{ endpoint: adminUsers.delete }}
        check={DeletionImpactPanel}
      >
        {(user) => (
          <>
            The account of <strong>{formatFullName(user)}</strong> ({user.email}) will be erased, including
            name, contact details, portfolio, activities, notifications and any pending request. The investor
            will be signed out. Transactions are kept without a name, and the email address can be registered
            again. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}

function countUsers(total: number, isNarrowed: boolean): string {
  const count = formatCountOf(total, 'investor')
  return isNarrowed ? `${count} found` : count
}

function Actions({ user, onDelete }: { user: UserListItem; onDelete: (user: UserListItem) => void }) {
  const name = formatFullName(user)
  const may = usePermissions()
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
          opensDialog
          onClick={() => onDelete(user)}
        />
      )}
    </>
  )
}
