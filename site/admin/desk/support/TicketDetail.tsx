import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { adminSupport, type Ticket, type TicketReply } from '#contract/desk/admin-support'
import type { SupportNote } from '#contract/desk/admin-support-items'
import type { BodyOf } from '#contract/endpoint'
import { callAdminApi } from '#core/api/admin-api'
import { getData } from '#core/query/remote'
import { adminSession } from '#core/session/admin-session'
import { ticketStatuses } from '#shared/enums/support'
import { getFirstName } from '#shared/support/placeholders'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { DetailPanel } from '#site/admin/kit/detail/DetailPanel.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { listTargetFacts } from '#site/admin/kit/due-time/DueTime.tsx'
import { departmentNameByCategory } from '#site/admin/kit/support-labels.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { AssignmentAndStatus } from './AssignmentAndStatus.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { SatisfactionRating } from './SatisfactionRating.tsx'
import { NoteForm, SupportNoteItem } from './SupportNotes.tsx'
import { markItemSeen } from './seen-items.ts'
import { addressFacts, addressOf, MessageText, ReplyForm, Writer } from './support-fields.tsx'
import { refreshSupportLists, ticketDetail } from './support-lists.ts'

const NO_MAIL =
  'Email is not configured. Emails are held in the outbox. Investors who were signed in can see the reply in their account; visitors cannot'

interface TicketDetailProps {
  id: string
  backUrl: string
  showSuccess: (message: string) => void
  warn: (message: string, reason: string) => void
}

/** A ticket: the message, replies and follow-ups, and the form for the next reply. */
export function TicketDetail({ id, backUrl, showSuccess, warn }: TicketDetailProps) {
  const opened = useDetail(ticketDetail, id)
  const mayWrite = usePermissions()('desk')
  const me = useStore(adminSession.$session)?.user.username ?? ''
  const [merging, setMerging] = useState<Ticket>()
  const ticket = getData(opened)?.ticket
  useEffect(() => {
    if (ticket) markItemSeen(ticket.reference, ticket.last_message_at)
  }, [ticket])
  return (
    <DetailPanel
      opened={opened}
      backUrl={backUrl}
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
              . All messages have been moved there.
            </Banner>
          )}
          <DescriptionList
            items={[
              ['From', <Writer key="from" userId={row.user_id} name={row.name} />],
              ...addressFacts(row),
              ['Category', row.category],
              ['Priority', row.priority],
              ['Received', <AdminDateTime key="at" instant={row.created_at} />],
              ...listTargetFacts(row),
            ]}
          />
          <MessageText>{row.message}</MessageText>
          {replies.length + notes.length > 0 && <Thread replies={replies} notes={notes} />}
          <SatisfactionRating feedback={feedback} />
          {mayWrite && row.merged_into === null && (
            <>
              <AssignmentAndStatus
                item={row}
                statuses={ticketStatuses}
                hint={
                  mail_configured
                    ? 'The visitor is notified by email'
                    : 'Email is not configured. The email is held in the outbox'
                }
                failure="Failed to update ticket"
                save={(change) => set(row, change)}
              />
              <ReplyForm
                key={row.id}
                values={{
                  first_name: getFirstName(row.name),
                  name: row.name,
                  reference: row.reference,
                  department: departmentNameByCategory[row.category],
                  agent: me,
                }}
                label="Reply"
                hint={mail_configured ? `Sent by email to ${addressOf(row)}` : NO_MAIL}
                submits={[
                  // A reply means that a team member has taken on the ticket.
                  { label: 'Send reply', status: row.status === 'open' ? 'in_progress' : undefined },
                  ...(row.status === 'resolved'
                    ? []
                    : [{ label: 'Send and resolve', status: 'resolved' as const }]),
                ]}
                failure="Failed to send reply"
                send={(body, idempotencyKey) =>
                  callAdminApi(
                    adminSupport.replyToTicket,
                    { params: { id: row.id }, body },
                    { idempotencyKey },
                  )
                }
                onSent={() => {
                  refreshSupportLists()
                  if (mail_configured) showSuccess(`Reply to ${row.reference} sent.`)
                  else warn(`Reply to ${row.reference} not emailed`, NO_MAIL)
                }}
              />
              <NoteForm
                key={`note-${row.id}`}
                save={(internal_note) => set(row, { internal_note })}
                onSaved={refreshSupportLists}
              />
              <div>
                <Button look="quiet" aria-haspopup="dialog" onClick={() => setMerging(row)}>
                  Merge into another ticket
                </Button>
              </div>
              <MergeDialog
                ticket={merging}
                onClose={() => setMerging(undefined)}
                onMerged={async (into) => {
                  await refreshSupportLists()
                  showSuccess(`${row.reference} has been merged into ${into.reference}.`)
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
  pending: { word: 'Email pending', tone: 'warn' },
  sent: { word: 'Emailed', tone: 'gain' },
  failed: { word: 'Email failed', tone: 'loss' },
}

const set = ({ id }: Ticket, body: BodyOf<typeof adminSupport.updateTicket>) =>
  callAdminApi(adminSupport.updateTicket, { params: { id }, body })

interface ThreadProps {
  replies: readonly TicketReply[]
  notes: readonly SupportNote[]
}

/** Team replies, follow-ups and internal notes in one chronological list. */
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
          reply ? <Reply key={key} reply={reply} /> : note && <SupportNoteItem key={key} note={note} />,
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
        <AdminDateTime instant={created_at} />
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
