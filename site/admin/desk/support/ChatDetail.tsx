import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { adminSupport, type Chat } from '#contract/desk/admin-support'
import type { ChatMessage } from '#contract/desk/support'
import type { BodyOf } from '#contract/endpoint'
import { callAdminApi } from '#core/api/admin-api'
import { getData } from '#core/query/remote'
import { adminSession } from '#core/session/admin-session'
import { chatStatuses } from '#shared/enums/support'
import { getFirstName } from '#shared/support/placeholders'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { DetailPanel } from '#site/admin/kit/detail/DetailPanel.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { listTargetFacts } from '#site/admin/kit/due-time/DueTime.tsx'
import { departmentNameByCategory } from '#site/admin/kit/support-labels.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { ThreadMessage } from '#ui/ThreadMessage'
import { AssigneeSelect } from './AssigneeSelect.tsx'
import { SatisfactionRating } from './SatisfactionRating.tsx'
import { NoteForm, SupportNotes } from './SupportNotes.tsx'
import { markItemSeen } from './seen-items.ts'
import { addressFacts, ReplyForm, StatusSelect, Writer } from './support-fields.tsx'
import { chatDetail, refreshSupportLists } from './support-lists.ts'

const set = ({ session_id }: Chat, body: BodyOf<typeof adminSupport.updateChat>) =>
  callAdminApi(adminSupport.updateChat, { params: { session_id }, body })

/** A chat, updated live. */
export function ChatDetail({ id, backUrl }: { id: string; backUrl: string }) {
  const opened = useDetail(chatDetail, id)
  const mayWrite = usePermissions()('desk')
  const me = useStore(adminSession.$session)?.user.username ?? ''
  const chat = getData(opened)?.chat_session
  useEffect(() => {
    if (chat) markItemSeen(chat.reference, chat.last_message_at)
  }, [chat])
  return (
    <DetailPanel
      opened={opened}
      backUrl={backUrl}
      title={(data) => data.chat_session.name}
      reference={(data) => data.chat_session.reference}
      onRetry={chatDetail.refresh}
    >
      {({ chat_session: row, messages, notes, feedback, mail_configured }) => (
        <>
          <DescriptionList
            items={[
              ['From', <Writer key="from" userId={row.user_id} name={row.name} />],
              ...addressFacts(row),
              ...listTargetFacts(row),
            ]}
          />
          <Thread messages={messages} visitor={row.name} />
          <SupportNotes notes={notes} />
          <SatisfactionRating feedback={feedback} />
          {mayWrite && (
            <>
              <AssigneeSelect
                item={row}
                save={(assigned_to) => set(row, { assigned_to })}
                onDone={refreshSupportLists}
              />
              <ReplyForm
                key={row.id}
                values={{
                  first_name: getFirstName(row.name),
                  name: row.name,
                  reference: row.reference,
                  department: departmentNameByCategory.general,
                  agent: me,
                }}
                label="Message"
                hint="Shown in the visitor's chat window"
                submits={[
                  { label: 'Send message', status: undefined },
                  { label: 'Send and close', status: 'closed' },
                ]}
                failure="Failed to send message"
                send={(reply, idempotencyKey) =>
                  callAdminApi(
                    adminSupport.replyToChat,
                    { params: { session_id: row.session_id }, body: reply },
                    { idempotencyKey },
                  )
                }
                onSent={refreshSupportLists}
              />
              <StatusSelect
                value={row.status}
                statuses={chatStatuses}
                {...(row.email && {
                  hint: mail_configured
                    ? 'When the chat is closed, the visitor is emailed a satisfaction survey'
                    : 'Email is not configured. The satisfaction survey is held in the outbox',
                })}
                save={(status) => set(row, { status, updated_at: row.updated_at })}
                failure="Failed to update chat"
                onDone={refreshSupportLists}
              />
              <NoteForm
                key={`note-${row.id}`}
                save={(internal_note) => set(row, { internal_note })}
                onSaved={refreshSupportLists}
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
            time={<AdminDateTime instant={created_at} />}
            message={message}
          />
        ))}
      </ol>
    </div>
  )
}
