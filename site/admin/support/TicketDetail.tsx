import { useEffect } from 'react'
import { adminSupport, type TicketReply } from '#contract/admin-support'
import { callAdmin } from '#core/api/admin-api'
import { dataOf } from '#core/query/remote'
import { ticketStatuses } from '#shared/enums/support'
import { DetailPanel } from '#site/admin/detail/DetailPanel.tsx'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { refreshDesk, ticketDetail } from './desk.ts'
import { Quote, ReplyForm, StatusChoice, Writer } from './parts.tsx'
import { markSeen } from './read-state.ts'

const NO_MAIL =
  'Mail is not configured: the mail waits in the outbox. An investor who wrote while signed in sees the reply; a visitor does not'

interface TicketDetailProps {
  id: string
  back: string
  showSuccess: (message: string) => void
  warn: (message: string, reason: string) => void
}

/** A ticket: the message, the replies and follow-ups, and the form for the next reply. */
export function TicketDetail({ id, back, showSuccess, warn }: TicketDetailProps) {
  const opened = useDetail(ticketDetail, id)
  const ticket = dataOf(opened)?.ticket
  useEffect(() => {
    if (ticket) markSeen(ticket.reference, ticket.last_message_at)
  }, [ticket])
  return (
    <DetailPanel
      opened={opened}
      back={back}
      title={(data) => data.ticket.subject}
      reference={(data) => data.ticket.reference}
      onRetry={ticketDetail.refresh}
    >
      {({ ticket: row, replies, mail_configured }) => (
        <>
          <Facts
            of={[
              ['From', <Writer key="from" userId={row.user_id} name={row.name} />],
              ['Email', row.email],
              ['Category', row.category],
              ['Priority', row.priority],
              ['Received', <Moment key="at" instant={row.created_at} />],
            ]}
          />
          <Quote>{row.message}</Quote>
          {replies.length > 0 && <Replies replies={replies} />}
          <StatusChoice
            value={row.status}
            statuses={ticketStatuses}
            hint={
              mail_configured
                ? 'The visitor is notified by mail'
                : 'Mail is not configured: nothing is mailed, the mail waits in the outbox'
            }
            save={(status) =>
              callAdmin(adminSupport.setTicket, {
                params: { id: row.id },
                body: { status, updated_at: row.updated_at },
              })
            }
            failure="Failed to update the ticket"
            onDone={refreshDesk}
          />
          <ReplyForm
            key={row.id}
            label="Reply"
            hint={mail_configured ? `Sent by mail to ${row.email}` : NO_MAIL}
            submits={[
              // A reply means that a team member has taken the ticket.
              { label: 'Send reply', status: row.status === 'open' ? 'in_progress' : undefined },
              ...(row.status === 'resolved'
                ? []
                : [{ label: 'Send and resolve', status: 'resolved' as const }]),
            ]}
            failure="Failed to send the reply"
            send={(body, idempotencyKey) =>
              callAdmin(adminSupport.reply, { params: { id: row.id }, body }, { idempotencyKey })
            }
            onSent={() => {
              refreshDesk()
              if (mail_configured) showSuccess(`Reply to ${row.reference} sent.`)
              else warn(`Reply to ${row.reference} not mailed`, NO_MAIL)
            }}
          />
        </>
      )}
    </DetailPanel>
  )
}

const mailWords: Record<'pending' | 'sent' | 'failed', { word: string; tone: BadgeTone }> = {
  pending: { word: 'In the outbox', tone: 'warn' },
  sent: { word: 'Sent by mail', tone: 'gain' },
  failed: { word: 'Mail was refused', tone: 'loss' },
}

/** Replies of the team and follow-ups, in one list. */
function Replies({ replies }: { replies: readonly TicketReply[] }) {
  return (
    <section aria-label="Replies">
      <h3 className="text-[0.9375rem] font-medium">Replies</h3>
      <ol className="mt-3 grid gap-3">
        {replies.map(({ id, by, author, message, mail, created_at }) => (
          <li key={id} className={`rounded border p-4 ${looks[by]}`}>
            <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-3">
              <span className="min-w-0 font-medium wrap-anywhere text-ink-2">{author || 'Support team'}</span>
              {by === 'user' && <Badge tone="info">Follow-up</Badge>}
              <Moment instant={created_at} />
              {mail && <Badge tone={mailWords[mail].tone}>{mailWords[mail].word}</Badge>}
            </p>
            <p className="text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">{message}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A follow-up looks like the first message. */
const looks: Record<TicketReply['by'], string> = {
  user: 'border-line bg-paper',
  agent: 'border-line-strong',
}
