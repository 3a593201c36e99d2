import { useState } from 'react'
import { Link } from 'react-router'
import { adminMails, type Mail } from '#contract/admin-mails'
import { callAdmin } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import { countOf } from '#core/format/format'
import type { MailState } from '#shared/enums/mails'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowAction } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Email } from '#ui/Email'
import { letterIcon } from '#ui/icons/sections'
import { mailList } from './list.ts'

const states: Record<MailState, { label: string; tone: 'gain' | 'warn' | 'loss' }> = {
  pending: { label: 'Waits', tone: 'warn' },
  sent: { label: 'Sent', tone: 'gain' },
  failed: { label: 'Given up', tone: 'loss' },
}

const stateOptions = [
  { value: '' as const, label: 'All states' },
  { value: 'pending' as const, label: 'Waits' },
  { value: 'sent' as const, label: 'Sent' },
  { value: 'failed' as const, label: 'Given up' },
]

const columns: Column<Mail>[] = [
  {
    id: 'recipient',
    label: 'Recipient',
    sort: 'recipient',
    cell: ({ recipient, user_id, subject }) => (
      <>
        <span className="block font-medium">
          {user_id === null ? (
            <Email of={recipient} />
          ) : (
            <Link to={{ search: investorLocation(user_id) }}>
              <Email of={recipient} />
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
    label: 'Kind',
    sort: 'kind',
    cell: ({ kind, reference }) => [kind.replaceAll('_', ' '), reference].filter(Boolean).join(' · '),
  },
  {
    id: 'state',
    label: 'State',
    sort: 'state',
    isKept: true,
    cell: ({ state, attempts, reason }) => (
      <>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {reason && (
          <span className="mt-1 block text-[0.8125rem] leading-snug text-ink-2 wrap-anywhere">
            {reason} ({countOf(attempts, 'attempt')})
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
    cell: ({ created_at }) => <Moment instant={created_at} />,
  },
]

const nameOf = ({ subject, recipient }: Mail) => `"${subject}" to ${recipient}`

/** Sends a mail again; busy until the server has responded. */
function SendAgain({ mail, send }: { mail: Mail; send: (mail: Mail) => Promise<void> }) {
  const [isSending, setSending] = useState(false)
  const press = async () => {
    setSending(true)
    await send(mail)
    setSending(false)
  }
  return (
    <RowAction
      icon={letterIcon}
      label="Send again"
      name={`Send ${nameOf(mail)} again`}
      busy={isSending && 'Sending...'}
      onClick={() => void press()}
    />
  )
}

/** What was mailed, what waits, and what mail servers refused. Never the text of a mail. */
export function Mails() {
  const state = useList(mailList)
  const { notice, showSuccess, warn } = useLocalToast()
  const mayRetry = useMay()('publish')
  const total = state.page?.pagination.total

  const retry = async (mail: Mail) => {
    try {
      await callAdmin(adminMails.retry, { params: { id: mail.id } })
      showSuccess('The mail is on its way again.')
    } catch (error) {
      warn(explainRejection(error, 'The mail could not be sent again.'))
    } finally {
      void mailList.refresh()
    }
  }

  return (
    <SectionPage title="Mails" outcome={notice} lead={total !== undefined && countOf(total, 'mail')}>
      <ListTable
        state={state}
        caption="Mails"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={nameOf}
        tools={
          <>
            <SearchBox state={state} placeholder="Search recipient, subject or kind" />
            <FilterSelect state={state} name="state" label="State" options={stateOptions} />
          </>
        }
        actions={(row) => mayRetry && row.can_retry && <SendAgain mail={row} send={retry} />}
        empty={{ title: 'No mails found', hint: 'Mails to investors and visitors appear here.' }}
        failure="Failed to fetch mails"
      />
    </SectionPage>
  )
}
