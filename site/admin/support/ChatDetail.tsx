import { useEffect, useRef } from 'react'
import { adminSupport } from '#contract/admin-support'
import type { ChatMessage } from '#contract/support'
import { callAdmin } from '#core/api/admin-api'
import { dataOf } from '#core/query/remote'
import { chatStatuses } from '#shared/enums/support'
import { DetailPanel } from '#site/admin/detail/DetailPanel.tsx'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { ThreadMessage } from '#ui/ThreadMessage'
import { chatDetail, refreshDesk } from './desk.ts'
import { ReplyForm, StatusChoice, Writer } from './parts.tsx'
import { markSeen } from './read-state.ts'

/** A conversation, updated live. */
export function ChatDetail({ id, back }: { id: string; back: string }) {
  const opened = useDetail(chatDetail, id)
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
      {({ chat_session: row, messages }) => (
        <>
          <Facts
            of={[
              ['From', <Writer key="from" userId={row.user_id} name={row.name} />],
              ['Email', row.email],
            ]}
          />
          <Thread messages={messages} visitor={row.name} />
          <ReplyForm
            key={row.id}
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
            save={(status) =>
              callAdmin(adminSupport.setChat, {
                params: { session_id: row.session_id },
                body: { status, updated_at: row.updated_at },
              })
            }
            failure="Failed to update the conversation"
            onDone={refreshDesk}
          />
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
