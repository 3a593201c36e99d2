import type { ReactNode } from 'react'

interface ThreadMessageProps {
  /** Written by the reader's own side, so it is shown on the right. */
  isOwn: boolean
  author: string
  time: ReactNode
  message: string
}

/**
 * One message in a conversation, in the investor area and the panel. The public chat has its own copy: sharing this
 * file would put Help and Support 95 bytes over their script budget.
 */
export function ThreadMessage({ isOwn, author, time, message }: ThreadMessageProps) {
  return (
    <li
      className={`max-w-[88%] rounded border p-3 text-[0.9375rem] leading-normal ${
        isOwn ? 'self-end border-line bg-sunken' : 'self-start border-line-strong bg-surface'
      }`}
    >
      <p className="mb-1 flex flex-wrap gap-x-2 text-[0.75rem] text-ink-3">
        <span className="min-w-0 font-medium wrap-anywhere text-ink-2">{author}</span>
        {time}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
    </li>
  )
}
