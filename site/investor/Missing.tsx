import type { ReactNode } from 'react'
import { RejectedCall } from '#core/api/problems'
import type { Remote } from '#core/query/remote'
import { EmptyState } from '#ui/EmptyState'

/** Whether the server has said that what a page is about does not exist. */
export const isMissing = (view: Remote<unknown>): boolean =>
  view.status === 'failed' && view.error instanceof RejectedCall && view.error.code === 'not_found'

interface MissingProps {
  title: string
  /** What to do instead. */
  children: ReactNode
}

/** A page about something that does not exist, or is not the investor's. */
export function Missing({ title, children }: MissingProps) {
  return (
    <section className="panel mt-5" aria-label={title}>
      <EmptyState title={title}>{children}</EmptyState>
    </section>
  )
}
