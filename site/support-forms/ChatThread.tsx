import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '#core/format/format'
import { $chatMessages } from '#core/query/desk/chat'

/** The chat so far; the team's replies appear as they arrive. */
export function ChatThread({ onForget }: { onForget: () => void }) {
  const messages = useStore($chatMessages)
  const log = useRef<HTMLDivElement>(null)
  const count = messages.length

  useEffect(() => {
    if (count > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [count])

  return (
    <section className="mb-5" aria-label="Conversation">
      <div
        ref={log}
        className="max-h-72 overflow-y-auto rounded border border-line bg-paper p-3"
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation scrolls by keyboard too
        tabIndex={0}
      >
        <ol className="flex flex-col gap-3">
          {count === 0 && (
            <li className="text-[0.875rem] text-ink-3">Your messages and our replies appear here.</li>
          )}
          {messages.map(({ id, author, message, created_at }) => (
            <li
              key={id}
              className={`max-w-[88%] rounded border p-3 text-[0.9375rem] leading-normal ${
                author === 'agent'
                  ? 'self-start border-line-strong bg-surface'
                  : 'self-end border-line bg-sunken'
              }`}
            >
              <p className="mb-1 flex flex-wrap gap-x-2 text-[0.75rem] text-ink-3">
                <span className="font-medium text-ink-2">{author === 'agent' ? 'Support team' : 'You'}</span>
                <time dateTime={created_at}>{formatDateTime(created_at)}</time>
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
            </li>
          ))}
        </ol>
      </div>
      <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-[0.8125rem] text-ink-3">
        This conversation is saved in this browser.
        <button
          type="button"
          className="min-h-6 cursor-pointer underline underline-offset-2 hover:text-ink"
          onClick={onForget}
        >
          Delete from this browser
        </button>
      </p>
    </section>
  )
}
