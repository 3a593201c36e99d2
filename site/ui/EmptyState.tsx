import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** What to do about it: a sentence, a link or a button. */
  children?: ReactNode
}

/** Shown when there is no data yet. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="px-6 py-10 text-center">
      <p className="font-medium">{title}</p>
      {children && <div className="mx-auto mt-2 max-w-[44ch] text-[0.9375rem] text-ink-2">{children}</div>}
    </div>
  )
}
