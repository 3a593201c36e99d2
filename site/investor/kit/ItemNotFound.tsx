import type { ReactNode } from 'react'
import { ApiError } from '#core/api/call-errors'
import type { Remote } from '#core/query/remote'
import { EmptyState } from '#ui/EmptyState'

/** Whether the server reported that the page's item does not exist. */
export const isNotFound = (view: Remote<unknown>): boolean =>
  view.status === 'failed' && view.error instanceof ApiError && view.error.code === 'not_found'

interface MissingProps {
  title: string
  /** What to do instead. */
  children: ReactNode
}

/** A page about an item that does not exist or belongs to another investor. */
export function ItemNotFound({ title, children }: MissingProps) {
  return (
    <section className="panel mt-5" aria-label={title}>
      <EmptyState title={title}>{children}</EmptyState>
    </section>
  )
}
