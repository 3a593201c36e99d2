import { useState } from 'react'
import { Link } from 'react-router'
import { adminLoginRecords, type LoginRecord } from '#contract/admin-login-records'
import { callAdmin } from '#core/api/admin-api'
import { countOf } from '#core/format/format'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowAction } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import { pickedOwner, useOwner } from '#site/admin/user-picker/use-owner.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Email } from '#ui/Email'
import { deleteIcon } from '#ui/icons/rows'
import { Countries } from './Countries.tsx'
import { countriesOf, loginList } from './list.ts'

/** Milliseconds that the message of a deletion is shown. */
const SUCCESS_MS = 3_000

const reasons: Record<string, string> = {
  unknown_account: 'Unknown account',
  wrong_password: 'Wrong password',
  wrong_code: 'Wrong code',
  wrong_passkey: 'Wrong passkey',
  account_disabled: 'Account disabled',
  locked: 'Locked',
  too_many_attempts: 'Too many attempts',
  unavailable: 'Not available',
}

const placeOf = ({ location: { city, country } }: LoginRecord) =>
  [city, country].filter((part) => part !== '').join(', ')

/** `Firefox on Linux`, in two lines where there is little room. */
function Device({ of: { browser, os } }: { of: LoginRecord['device_info'] }) {
  if (!browser || !os) return browser || os || unknown
  return (
    <>
      <span className="whitespace-nowrap">{browser}</span> <span className="whitespace-nowrap">on {os}</span>
    </>
  )
}

const nameOf = ({ email, login_time }: LoginRecord) =>
  `the attempt of ${email || 'an unknown name'} at ${login_time.slice(11, 19)}`

const unknown = <span className="text-ink-3">Unknown</span>

const columns: Column<LoginRecord>[] = [
  {
    id: 'email',
    label: 'Signed in as',
    sort: 'email',
    cell: ({ email, user_id, role }) => (
      <>
        <span className="block font-medium">{email ? <Email of={email} /> : unknown}</span>
        <span className="block text-[0.875rem] leading-snug font-normal text-ink-2">
          {role === 'admin' ? (
            'Administrator'
          ) : user_id === null ? (
            'No account'
          ) : (
            <>
              <Link to={{ search: investorLocation(user_id) }}>User {user_id}</Link>,{' '}
              <Link to={{ search: `?d=login-tracking&user=${user_id}` }}>only this one</Link>
            </>
          )}
        </span>
      </>
    ),
  },
  {
    id: 'result',
    label: 'Result',
    isKept: true,
    cell: ({ success, failure_reason }) => (
      <Badge tone={success ? 'gain' : 'loss'}>
        {success ? 'Success' : (reasons[failure_reason] ?? 'Failed')}
      </Badge>
    ),
  },
  { id: 'device', label: 'Device', cell: ({ device_info }) => <Device of={device_info} /> },
  {
    id: 'location',
    label: 'Location and IP',
    sort: 'country',
    cell: (row) => (
      <>
        <span className="block wrap-anywhere">{placeOf(row) || unknown}</span>
        <span className="num block text-[0.8125rem] text-ink-3 wrap-anywhere">{row.ip_address}</span>
      </>
    ),
  },
  {
    id: 'time',
    label: 'Time',
    isKept: true,
    sort: 'login_time',
    startsDescending: true,
    cell: ({ login_time }) => <Moment instant={login_time} />,
  },
]

const dayOptions = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

const outcomeOptions = [
  { value: 'all', label: 'All results' },
  { value: 'success', label: 'Success' },
  { value: 'failed', label: 'Failed' },
] as const

/** Sign-ins and attempts: who, from where and with which browser. */
export function LoginTracking() {
  const state = useList(loginList)
  const { user } = state.query.filters
  const userId = readUserId(user)
  const owner = useOwner(userId)
  const [deleting, setDeleting] = useState<LoginRecord>()
  const { notice, showSuccess } = useLocalToast(SUCCESS_MS)
  const mayDelete = useMay()('administer')
  const total = state.page?.pagination.total

  return (
    <SectionPage
      title="Login tracking"
      outcome={notice}
      lead={total !== undefined && countOf(total, 'attempt')}
    >
      <div className="grid grid-cols-1 gap-5 min-[90rem]:grid-cols-[minmax(0,1fr)_240px]">
        <ListTable
          state={state}
          caption="Login records"
          columns={columns}
          rowKey={({ id }) => id}
          rowName={nameOf}
          tools={
            <>
              <SearchBox state={state} placeholder="Search name, address, place or device" />
              <FilterSelect state={state} name="days" label="Days" options={dayOptions} />
              <FilterSelect state={state} name="outcome" label="Result" options={outcomeOptions} />
              <UserPicker
                filter
                className="w-72 max-sm:w-full"
                {...pickedOwner(owner)}
                onChoose={(chosen) => state.show({ filters: { user: chosen ? String(chosen.id) : '' } })}
              />
            </>
          }
          actions={
            mayDelete
              ? (row) => (
                  <RowAction
                    icon={deleteIcon}
                    label="Delete"
                    name={`Delete ${nameOf(row)}`}
                    asks
                    onClick={() => setDeleting(row)}
                  />
                )
              : undefined
          }
          empty={{ title: 'No login records found', hint: 'Attempts to sign in appear here.' }}
          failure="Failed to fetch login records"
        />
        <Countries
          countries={state.page && countriesOf(state.page.rows)}
          isFailed={state.view.status === 'failed'}
        />
      </div>
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete login record"
        action="Delete record"
        busy="Deleting..."
        run={({ id }) => callAdmin(adminLoginRecords.remove, { params: { id } })}
        onDone={async () => {
          await loginList.refresh()
          showSuccess('Login record deleted.')
        }}
        onOutdated={loginList.refresh}
        failure="Failed to delete login record: {reason}"
      >
        {(row) => (
          <>
            This deletes the record of the attempt of <strong>{row.email || 'an unknown name'}</strong> on{' '}
            {row.login_time.slice(0, 10)} at {row.login_time.slice(11, 19)} UTC. This action cannot be undone.
            The audit log keeps that you did it, whose attempt it was, when, from which address, and with what
            result.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}
