import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { adminSupport, type ChatSession } from '#contract/admin-support'
import type { BodyOf } from '#contract/endpoint'
import type { ChatMessage } from '#contract/support'
import { callAdmin } from '#core/api/admin-api'
import { dataOf } from '#core/query/remote'
import { adminSession } from '#core/session/admin-session'
import { firstNameOf } from '#shared/desk/placeholders'
import { chatStatuses } from '#shared/enums/support'
import { DetailPanel } from '#site/admin/detail/DetailPanel.tsx'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { ThreadMessage } from '#ui/ThreadMessage'
import { AssignChoice } from './AssignChoice.tsx'
import { targetFacts } from './Due.tsx'
import { chatDetail, refreshDesk } from './desk.ts'
import { FeedbackLine } from './FeedbackLine.tsx'
import { departmentNamesOf } from './labels.ts'
import { NoteForm, Notes } from './Notes.tsx'
import { ReplyForm, StatusChoice, Writer } from './parts.tsx'
import { markSeen } from './read-state.ts'

const set = ({ session_id }: ChatSession, body: BodyOf<typeof adminSupport.setChat>) =>
  callAdmin(adminSupport.setChat, { params: { session_id }, body })

/** A conversation, updated live. */
export function ChatDetail({ id, back }: { id: string; back: string }) {
  const opened = useDetail(chatDetail, id)
  const mayWrite = useMay()('desk')
  const me = useStore(adminSession.$session)?.user.username ?? ''
  const chat = dataOf(opened)?.chat_session
  useEffect(() => {
    if (chat) markSeen(chat.reference, chat.last_message_at)
  }, [chat])
  return (
    <DetailPanel
      opened={opened}
      back={back}
      title={(data) => data.chat_session.name}
      reference={(data) => data.chat_session.reference}
      onRetry={chatDetail.refresh}
    >
      {({ chat_session: row, messages, notes, feedback, mail_configured }) => (
        <>
          <Facts
            of={[
              ['From', <Writer key="from" userId={row.user_id} name={row.name} />],
              ['Email', row.email],
              ...targetFacts(row),
            ]}
          />
          <Thread messages={messages} visitor={row.name} />
          <Notes notes={notes} />
          <FeedbackLine feedback={feedback} />
          {mayWrite && (
            <>
              <AssignChoice
                item={row}
                save={(assigned_to) => set(row, { assigned_to })}
                onDone={refreshDesk}
              />
              <ReplyForm
                key={row.id}
                values={{
                  first_name: firstNameOf(row.name),
                  name: row.name,
                  reference: row.reference,
                  department: departmentNamesOf.general,
                  agent: me,
                }}
                label="Message"
                hint="Appears in the visitor's dialog"
                submits={[
                  { label: 'Send message', status: undefined },
                  { label: 'Send and close', status: 'closed' },
                ]}
                failure="Failed to send the message"
                send={(reply, idempotencyKey) =>
                  callAdmin(
                    adminSupport.replyToChat,
                    { params: { session_id: row.session_id }, body: reply },
                    { idempotencyKey },
                  )
                }
                onSent={refreshDesk}
              />
              <StatusChoice
                value={row.status}
                statuses={chatStatuses}
                {...(row.email && {
                  hint: mail_configured
                    ? 'After closing, the visitor is asked by mail how it was'
                    : 'Mail is not configured: the question how it was waits in the outbox',
                })}
                save={(status) => set(row, { status, updated_at: row.updated_at })}
                failure="Failed to update the conversation"
                onDone={refreshDesk}
              />
              <NoteForm
                key={`note-${row.id}`}
                save={(internal_note) => set(row, { internal_note })}
                onSaved={refreshDesk}
              />
            </>
          )}
        </>
      )}
    </DetailPanel>
  )
}

function Thread({ messages, visitor }: { messages: readonly ChatMessage[]; visitor: string }) {
  const log = useRef<HTMLDivElement>(null)
  const count = messages.length
  useEffect(() => {
    if (count > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [count])
  return (
    <div
      ref={log}
      className="max-h-[420px] overflow-y-auto rounded border border-line bg-paper p-3"
      role="log"
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation scrolls by keyboard too
      tabIndex={0}
    >
      <ol className="flex flex-col gap-3">
        {messages.map(({ id, author, message, created_at }) => (
          <ThreadMessage
            key={id}
            isOwn={author === 'agent'}
            author={author === 'agent' ? 'Support team' : visitor}
            time={<Moment instant={created_at} />}
            message={message}
          />
        ))}
      </ol>
    </div>
  )
}
