import type { ReactNode } from 'react'
import { dataOf, type Remote } from '#core/query/remote'
import { LoadFailure } from './LoadFailure.tsx'

interface LoadedProps<Data> {
  view: Remote<Data>
  /** The message when the data could not be read. */
  failure: string
  onRetry: () => void
  /** Drawn until the first response. */
  loading: ReactNode
  children: (data: Data) => ReactNode
}

/** The data read last, with a message above when they could not be read again. */
export function Loaded<Data>({ view, failure, onRetry, loading, children }: LoadedProps<Data>) {
  const data = dataOf(view)
  return (
    <>
      {view.status === 'failed' && (
        <LoadFailure
          text={failure}
          error={view.error}
          isOld={data !== undefined}
          isRetrying={view.updating}
          onRetry={onRetry}
        />
      )}
      {data !== undefined ? children(data) : view.status !== 'failed' && loading}
    </>
  )
}
