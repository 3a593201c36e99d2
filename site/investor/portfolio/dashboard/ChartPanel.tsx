import type { ReactNode } from 'react'
import { getData, type Remote } from '#core/query/remote'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { MinimumHeight } from '#ui/MinimumHeight'
import { Panel } from '#ui/Panel'

interface ChartPanelProps<Data> {
  title: string
  /** The basis of the figures. */
  note: string
  className?: string
  view: Remote<Data>
  onRetry: () => void
  /** The message if the data could not be loaded. */
  failure: string
  /** Whether there is something to draw. */
  isDrawn: (data: Data) => boolean
  /** The message if there is nothing to draw. */
  empty: { title: string; text: string }
  /** A placeholder for the drawing while it loads. */
  placeholder: ReactNode
  children: (data: Data) => ReactNode
}

/** A panel with a drawing, in all its states. */
export function ChartPanel<Data>(props: ChartPanelProps<Data>) {
  const { title, note, className, view, onRetry, failure, isDrawn, empty, placeholder, children } = props
  const data = getData(view)
  return (
    <Panel title={title} note={note} className={className}>
      {data !== undefined && isDrawn(data) ? (
        children(data)
      ) : view.status === 'loading' ? (
        placeholder
      ) : (
        <MinimumHeight placeholder={placeholder} className="flex-1">
          <EmptyState title={data === undefined ? failure : empty.title}>
            {data === undefined ? (
              <Button
                look="quiet"
                small
                className="mt-2"
                onClick={onRetry}
                busy={view.isFetching && 'Loading...'}
              >
                Try again
              </Button>
            ) : (
              <p>{empty.text}</p>
            )}
          </EmptyState>
        </MinimumHeight>
      )}
    </Panel>
  )
}
