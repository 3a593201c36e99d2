import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import type { ChatMessage } from '#contract/support'
import { formatMoment } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { NativeDialog } from '#ui/NativeDialog'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { ThreadMessage } from '#ui/ThreadMessage'
import { FollowUpForm } from './FollowUpForm.tsx'
import { $mySupport, $opened, $thread, keyOf, refreshThread, type ThreadOf } from './my-support.ts'

const close = () => $opened.set(undefined)

/** The messages of a ticket or a conversation, and the form to go on with a ticket; replies appear as they arrive. */
export function ThreadDialog() {
  const opened = useStore($opened)
  return (
    <NativeDialog
      open={opened !== undefined}
      onClose={close}
      kicker={opened?.reference}
      title={opened?.title ?? 'Messages'}
    >
      {opened && <Thread of={opened} />}
    </NativeDialog>
  )
}

function Thread({ of }: { of: ThreadOf }) {
  const view = useStore($thread)
  const thread = dataOf(view)
  const messages = thread?.key === keyOf(of) ? thread.messages : undefined
  const tickets = dataOf(useStore($mySupport))?.tickets
  const ticket = of.kind === 'ticket' ? tickets?.find(({ id }) => id === of.id) : undefined
  return (
    <div className="grid gap-4">
      <RemoteFailure view={view} failure="Failed to load the messages" onRetry={refreshThread} />
      {messages ? (
        <Messages messages={messages} isChat={of.kind === 'chat'} />
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
            time={<time dateTime={created_at}>{formatMoment(created_at)}</time>}
            message={message}
          />
        ))}
      </ol>
      {isWaiting && <p className="text-[0.875rem] text-ink-2">The team has not replied yet.</p>}
      {isChat && (
        <p className="text-[0.875rem] text-ink-2">
          To go on with this chat, open{' '}
          <Link to="?write=chat" onClick={close}>
            the chat
          </Link>{' '}
          in the browser where it began.
        </p>
      )}
    </>
  )
}
