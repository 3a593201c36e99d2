import type { ReactNode } from 'react'
import { dataOf, type Remote } from '#core/query/remote'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { SameHeight } from '#ui/SameHeight'

interface ChartPanelProps<Data> {
  title: string
  /** The basis of the figures. */
  note: string
  className?: string
  view: Remote<Data>
  onRetry: () => void
  /** The message when the data could not be read. */
  failure: string
  /** Whether there is something to draw. */
  isDrawn: (data: Data) => boolean
  /** The message when there is nothing to draw. */
  empty: { title: string; text: string }
  /** A placeholder for the drawing while it loads. */
  place: ReactNode
  children: (data: Data) => ReactNode
}

/** A panel with a drawing, in each of its states. */
export function ChartPanel<Data>(props: ChartPanelProps<Data>) {
  const { title, note, className, view, onRetry, failure, isDrawn, empty, place, children } = props
  const data = dataOf(view)
  return (
    <Panel title={title} note={note} className={className}>
      {data !== undefined && isDrawn(data) ? (
        children(data)
      ) : view.status === 'loading' ? (
        place
      ) : (
        <SameHeight place={place} className="flex-1">
          <EmptyState title={data === undefined ? failure : empty.title}>
            {data === undefined ? (
              <Button
                look="quiet"
                small
                className="mt-2"
                onClick={onRetry}
                busy={view.updating && 'Loading...'}
              >
                Try again
              </Button>
            ) : (
              <p>{empty.text}</p>
            )}
          </EmptyState>
        </SameHeight>
      )}
    </Panel>
  )
}
