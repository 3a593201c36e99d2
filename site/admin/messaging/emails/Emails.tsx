import { useState } from 'react'
import { Link } from 'react-router'
import { adminEmails, type EmailListItem } from '#contract/messaging/admin-emails'
import { callAdminApi } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { formatCountOf } from '#core/format/format'
import type { EmailDeliveryStatus } from '#shared/enums/emails'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Email } from '#ui/Email'
import { emailIcon } from '#ui/icons/sections'
import { emailList } from './email-list.ts'

const states: Record<EmailDeliveryStatus, { label: string; tone: 'gain' | 'warn' | 'loss' }> = {
  pending: { label: 'Pending', tone: 'warn' },
  sent: { label: 'Sent', tone: 'gain' },
  failed: { label: 'Failed', tone: 'loss' },
}

const stateOptions = [
  { value: '' as const, label: 'All statuses' },
  { value: 'pending' as const, label: 'Pending' },
  { value: 'sent' as const, label: 'Sent' },
  { value: 'failed' as const, label: 'Failed' },
]

const columns: Column<EmailListItem>[] = [
  {
    id: 'recipient',
    label: 'Recipient',
    sort: 'recipient',
    cell: ({ recipient, user_id, subject }) => (
      <>
        <span className="block font-medium">
          {user_id === null ? (
            <Email address={recipient} />
          ) : (
            <Link to={{ search: getInvestorLocation(user_id) }}>
              <Email address={recipient} />
            </Link>
          )}
        </span>
        <span className="block text-[0.875rem] leading-snug font-normal text-ink-2 wrap-anywhere">
          {subject}
        </span>
      </>
    ),
  },
  {
    id: 'kind',
    label: 'Type',
    sort: 'kind',
    cell: ({ kind, reference }) => [kind.replaceAll('_', ' '), reference].filter(Boolean).join(' · '),
  },
  {
    id: 'state',
    label: 'Status',
    sort: 'state',
    isKept: true,
    cell: ({ state, attempts, reason }) => (
      <>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {reason && (
          <span className="mt-1 block text-[0.8125rem] leading-snug text-ink-2 wrap-anywhere">
            {reason} ({formatCountOf(attempts, 'attempt')})
          </span>
        )}
      </>
    ),
  },
  {
    id: 'created_at',
    label: 'Time',
    sort: 'created_at',
    startsDescending: true,
    isKept: true,
    cell: ({ created_at }) => <AdminDateTime instant={created_at} />,
  },
]

const nameOf = ({ subject, recipient }: EmailListItem) => `"${subject}" to ${recipient}`

/** Resends an email; busy until the server has responded. */
function SendAgain({ mail, send }: { mail: EmailListItem; send: (mail: EmailListItem) => Promise<void> }) {
  const [isSending, setSending] = useState(false)
  const press = async () => {
    setSending(true)
    await send(mail)
    setSending(false)
  }
  return (
    <RowAction
      icon={emailIcon}
      label="Resend"
      name={`Resend ${nameOf(mail)}`}
      busy={isSending && 'Resending...'}
      onClick={() => void press()}
    />
  )
}

/** Emails sent, pending, and rejected by mail servers. The text of an email is never shown. */
export function Emails() {
  const state = useAdminList(emailList)
  const { notice, showSuccess, warn } = useLocalToast()
  const mayRetry = usePermissions()('publish')
  const total = state.page?.pagination.total

  const retry = async (mail: EmailListItem) => {
    try {
      await callAdminApi(adminEmails.resend, { params: { id: mail.id } })
      showSuccess('The email has been queued to send again.')
    } catch (error) {
      warn(getServerErrorMessage(error, 'The email could not be resent.'))
    } finally {
      void emailList.refresh()
    }
  }

  return (
    <SectionPage title="Emails" outcome={notice} lead={total !== undefined && formatCountOf(total, 'email')}>
      <ListTable
        state={state}
        caption="Emails"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={nameOf}
        tools={
          <>
            <SearchBox state={state} placeholder="Search recipient, subject or type" />
            <FilterSelect state={state} name="state" label="Status" options={stateOptions} />
          </>
        }
        actions={(row) => mayRetry && row.can_retry && <SendAgain mail={row} send={retry} />}
        empty={{ title: 'No emails found', hint: 'Emails to investors and visitors appear here.' }}
        failure="Failed to fetch emails"
      />
    </SectionPage>
  )
}
