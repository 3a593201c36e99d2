import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { DeskNote } from '#contract/admin-desk'
import { adminSupport, type Ticket, type TicketReply } from '#contract/admin-support'
import type { BodyOf } from '#contract/endpoint'
import { callAdmin } from '#core/api/admin-api'
import { dataOf } from '#core/query/remote'
import { adminSession } from '#core/session/admin-session'
import { firstNameOf } from '#shared/desk/placeholders'
import { ticketStatuses } from '#shared/enums/support'
import { DetailPanel } from '#site/admin/detail/DetailPanel.tsx'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { targetFacts } from './Due.tsx'
import { refreshDesk, ticketDetail } from './desk.ts'
import { FeedbackLine } from './FeedbackLine.tsx'
import { Handling } from './Handling.tsx'
import { departmentNamesOf } from './labels.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { Note, NoteForm } from './Notes.tsx'
import { Quote, ReplyForm, Writer } from './parts.tsx'
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
  const mayWrite = useMay()('desk')
  const me = useStore(adminSession.$session)?.user.username ?? ''
  const [merging, setMerging] = useState<Ticket>()
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
      {({ ticket: row, replies, notes, feedback, mail_configured }) => (
        <>
          {row.merged_into && (
            <Banner kind="warning">
              Merged into{' '}
              <Link to={{ search: `?d=support&item=${row.merged_into.id}` }}>
                {row.merged_into.reference}
              </Link>
              : everything that was written here is there.
            </Banner>
          )}
          <Facts
            of={[
              ['From', <Writer key="from" userId={row.user_id} name={row.name} />],
              ['Email', row.email],
              ['Category', row.category],
              ['Priority', row.priority],
              ['Received', <Moment key="at" instant={row.created_at} />],
              ...targetFacts(row),
            ]}
          />
          <Quote>{row.message}</Quote>
          {replies.length + notes.length > 0 && <Thread replies={replies} notes={notes} />}
          <FeedbackLine feedback={feedback} />
          {mayWrite && row.merged_into === null && (
            <>
              <Handling
                item={row}
                statuses={ticketStatuses}
                hint={
                  mail_configured
                    ? 'The visitor is notified by mail'
                    : 'Mail is not configured: nothing is mailed, the mail waits in the outbox'
                }
                failure="Failed to update the ticket"
                save={(change) => set(row, change)}
              />
              <ReplyForm
                key={row.id}
                values={{
                  first_name: firstNameOf(row.name),
                  name: row.name,
                  reference: row.reference,
                  department: departmentNamesOf[row.category],
                  agent: me,
                }}
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
              <NoteForm
                key={`note-${row.id}`}
                save={(internal_note) => set(row, { internal_note })}
                onSaved={refreshDesk}
              />
              <div>
                <Button look="quiet" aria-haspopup="dialog" onClick={() => setMerging(row)}>
                  Merge into another ticket
                </Button>
              </div>
              <MergeDialog
                of={merging}
                onClose={() => setMerging(undefined)}
                onMerged={async (into) => {
                  await refreshDesk()
                  showSuccess(`${row.reference} was merged into ${into.reference}.`)
                }}
              />
            </>
          )}
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

const set = ({ id }: Ticket, body: BodyOf<typeof adminSupport.setTicket>) =>
  callAdmin(adminSupport.setTicket, { params: { id }, body })

interface ThreadProps {
  replies: readonly TicketReply[]
  notes: readonly DeskNote[]
}

/** Replies of the team, follow-ups and internal notes, in one list by time. */
function Thread({ replies, notes }: ThreadProps) {
  const entries = [
    ...replies.map((reply) => ({ key: `reply-${reply.id}`, at: reply.created_at, reply, note: undefined })),
    ...notes.map((note) => ({ key: `note-${note.id}`, at: note.created_at, reply: undefined, note })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return (
    <section aria-label="Replies">
      <h3 className="text-[0.9375rem] font-medium">Replies</h3>
      <ol className="mt-3 grid gap-3">
        {entries.map(({ key, reply, note }) =>
          reply ? <Reply key={key} reply={reply} /> : note && <Note key={key} note={note} />,
        )}
      </ol>
    </section>
  )
}

function Reply({ reply }: { reply: TicketReply }) {
  const { by, author, message, mail, merged_from, created_at } = reply
  return (
    <li className={`rounded border p-4 ${looks[by]}`}>
      <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-3">
        <span className="min-w-0 font-medium wrap-anywhere text-ink-2">{author || 'Support team'}</span>
        {by === 'user' && <Badge tone="info">Follow-up</Badge>}
        <Moment instant={created_at} />
        {merged_from && <Badge>{`From ${merged_from}`}</Badge>}
        {mail && <Badge tone={mailWords[mail].tone}>{mailWords[mail].word}</Badge>}
      </p>
      <p className="text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">{message}</p>
    </li>
  )
}

/** A follow-up looks like the first message. */
const looks: Record<TicketReply['by'], string> = {
  user: 'border-line bg-paper',
  agent: 'border-line-strong',
}
