import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import type { ChatMessage } from '#contract/desk/support'
import { formatDateTime } from '#core/format/format'
import { getData } from '#core/query/remote'
import { NativeDialog } from '#ui/NativeDialog'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { ThreadMessage } from '#ui/ThreadMessage'
import { FollowUpForm } from './FollowUpForm.tsx'
import {
  $mySupport,
  $opened,
  $thread,
  getThreadKey,
  refreshThread,
  type ThreadReference,
} from './support-store.ts'

const close = () => $opened.set(undefined)

/** The messages of a ticket or chat, and the follow-up form for a ticket; replies appear as they arrive. */
export function ThreadDialog() {
  const opened = useStore($opened)
  return (
    <NativeDialog
      open={opened !== undefined}
      onClose={close}
      kicker={opened?.reference}
      title={opened?.title ?? 'Messages'}
    >
      {opened && <Thread thread={opened} />}
    </NativeDialog>
  )
}

function Thread({ thread: reference }: { thread: ThreadReference }) {
  const view = useStore($thread)
  const thread = getData(view)
  const messages = thread?.key === getThreadKey(reference) ? thread.messages : undefined
  const tickets = getData(useStore($mySupport))?.tickets
  const ticket = reference.kind === 'ticket' ? tickets?.find(({ id }) => id === reference.id) : undefined
  return (
    <div className="grid gap-4">
      <RemoteError view={view} failure="Failed to load the messages" onRetry={refreshThread} />
      {messages ? (
        <Messages messages={messages} isChat={reference.kind === 'chat'} />
      ) : (
        view.status !== 'failed' && <Skeleton className="h-32 w-full" />
      )}
      {ticket && <FollowUpForm key={ticket.id} {...ticket} />}
    </div>
  )
}

function Messages({ messages, isChat }: { messages: readonly ChatMessage[]; isChat: boolean }) {
  const isWaiting = messages.at(-1)?.author === 'user'
  return (
    <>
      <ol className="flex flex-col gap-3">
        {messages.map(({ author, message, created_at }, at) => (
          <ThreadMessage
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only appended
            key={at}
            isOwn={author === 'user'}
            author={author === 'agent' ? 'Support team' : 'You'}
            time={<time dateTime={created_at}>{formatDateTime(created_at)}</time>}
            message={message}
          />
        ))}
      </ol>
      {isWaiting && <p className="text-[0.875rem] text-ink-2">The team has not replied yet.</p>}
      {isChat && (
        <p className="text-[0.875rem] text-ink-2">
          To continue this chat, open{' '}
          <Link to="?write=chat" onClick={close}>
            the chat
          </Link>{' '}
          in the browser you started it in.
        </p>
      )}
    </>
  )
}
