import { useState } from 'react'
import { Link } from 'react-router'
import { adminSignInRecords, type SignInRecord } from '#contract/identity/admin-sign-in-records'
import { callAdminApi } from '#core/api/admin-api'
import { formatCountOf } from '#core/format/format'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { InvestorPicker } from '#site/admin/kit/user-picker/InvestorPicker.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import { getPickerProps, useSelectedInvestor } from '#site/admin/kit/user-picker/use-selected-investor.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Email } from '#ui/Email'
import { deleteIcon } from '#ui/icons/row-actions'
import { SignInCountries } from './SignInCountries.tsx'
import { getCountryCounts, signInRecordList } from './sign-in-record-list.ts'

/** Milliseconds for which the deletion message is shown. */
const SUCCESS_MS = 3_000

const reasons: Record<string, string> = {
  unknown_account: 'Unknown account',
  wrong_password: 'Incorrect password',
  wrong_code: 'Incorrect code',
  wrong_passkey: 'Passkey not accepted',
  account_disabled: 'Account disabled',
  locked: 'Account locked',
  too_many_attempts: 'Too many attempts',
  unavailable: 'Service unavailable',
}

const placeOf = ({ location: { city, country } }: SignInRecord) =>
  [city, country].filter((part) => part !== '').join(', ')

/** `Firefox on Linux`, on two lines if space is tight. */
function Device({ device: { browser, os } }: { device: SignInRecord['device_info'] }) {
  if (!browser || !os) return browser || os || unknown
  return (
    <>
      <span className="whitespace-nowrap">{browser}</span> <span className="whitespace-nowrap">on {os}</span>
    </>
  )
}

const nameOf = ({ email, login_time }: SignInRecord) =>
  `the sign-in attempt by ${email || 'an unknown user'} at ${login_time.slice(11, 19)}`

const unknown = <span className="text-ink-3">Unknown</span>

const columns: Column<SignInRecord>[] = [
  {
    id: 'email',
    label: 'Username or email',
    sort: 'email',
    cell: ({ email, user_id, role }) => (
      <>
        <span className="block font-medium">{email ? <Email address={email} /> : unknown}</span>
        <span className="block text-[0.875rem] leading-snug font-normal text-ink-2">
          {role === 'admin' ? (
            'Administrator'
          ) : user_id === null ? (
            'No matching account'
          ) : (
            <>
              <Link to={{ search: getInvestorLocation(user_id) }}>Investor {user_id}</Link>,{' '}
              <Link to={{ search: `?d=login-tracking&user=${user_id}` }}>show only this investor</Link>
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
  { id: 'device', label: 'Device', cell: ({ device_info }) => <Device device={device_info} /> },
  {
    id: 'location',
    label: 'Location and IP address',
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
    cell: ({ login_time }) => <AdminDateTime instant={login_time} />,
  },
]

const dayOptions = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

const outcomeOptions = [
  { value: 'all', label: 'All results' },
  { value: 'success', label: 'Success' },
  { value: 'failed', label: 'Failed' },
] as const

/** Sign-ins and sign-in attempts: who, from where and with which browser. */
export function LoginTracking() {
  const state = useAdminList(signInRecordList)
  const { user } = state.query.filters
  const userId = parseUserId(user)
  const owner = useSelectedInvestor(userId)
  const [deleting, setDeleting] = useState<SignInRecord>()
  const { notice, showSuccess } = useLocalToast(SUCCESS_MS)
  const mayDelete = usePermissions()('administer')
  const total = state.page?.pagination.total

  return (
    <SectionPage
      title="Login tracking"
      outcome={notice}
      lead={total !== undefined && formatCountOf(total, 'attempt')}
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
              <SearchBox state={state} placeholder="Search name, IP address, location or device" />
              <FilterSelect state={state} name="days" label="Period" options={dayOptions} />
              <FilterSelect state={state} name="outcome" label="Result" options={outcomeOptions} />
              <InvestorPicker
                filter
                className="w-72 max-sm:w-full"
                {...getPickerProps(owner)}
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
                    opensDialog
                    onClick={() => setDeleting(row)}
                  />
                )
              : undefined
          }
          empty={{ title: 'No login records found', hint: 'Sign-in attempts appear here.' }}
          failure="Failed to fetch login records"
        />
        <SignInCountries
          countries={state.page && getCountryCounts(state.page.rows)}
          isFailed={state.view.status === 'failed'}
        />
      </div>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete login record"
        action="Delete record"
        busy="Deleting..."
        run={({ id }) => callAdminApi(adminSignInRecords.delete, { params: { id } })}
        onDone={async () => {
          await signInRecordList.refresh()
          showSuccess('Login record deleted.')
        }}
        onOutdated={signInRecordList.refresh}
        failure="Failed to delete login record: {reason}"
      >
        {(row) => (
          <>
            The record of the sign-in attempt by <strong>{row.email || 'an unknown user'}</strong> on{' '}
            {row.login_time.slice(0, 10)} at {row.login_time.slice(11, 19)} UTC will be deleted. This action
            cannot be undone. The audit log retains who deleted it and the account, time, IP address and
            result of the attempt.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}
