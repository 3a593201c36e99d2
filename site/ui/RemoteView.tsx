import type { ComponentProps, ReactNode } from 'react'
import { dataOf, type Remote } from '#core/query/remote'
import { RetryBanner } from './RetryBanner.tsx'

/** Says what could not be loaded: the message, and the reasons below it. */
type Failure = string | ((error: unknown) => readonly string[])

interface RemoteFailureProps {
  view: Remote<unknown>
  failure: Failure
  /** Below the message where data loaded earlier, or a stand-in for them, are on screen. */
  last?: ReactNode
  kind?: ComponentProps<typeof RetryBanner>['kind']
  /** Label of the button. */
  label?: string
  onRetry: () => void
}

/** What could not be loaded, why, and a button to retry. Empty unless the view has failed. */
export function RemoteFailure({ view, failure, last, kind, label, onRetry }: RemoteFailureProps) {
  if (view.status !== 'failed') return null
  const [message, ...reasons] = typeof failure === 'string' ? [failure] : failure(view.error)
  const notes = [...reasons, view.last !== undefined && last].filter(Boolean)
  return (
    <RetryBanner kind={kind} label={label} busy={view.updating} onRetry={onRetry}>
      <p>{message}</p>
      {notes.map((note, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one message
        <div key={at} className="text-[0.875rem] text-ink-2">
          {note}
        </div>
      ))}
    </RetryBanner>
  )
}

interface RemoteViewProps<Data> extends Omit<RemoteFailureProps, 'view'> {
  view: Remote<Data>
  /** Drawn until the first response. */
  loading: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * A reading in each of its states: a placeholder while it loads, its data, a message above the last data when they
 * could not be loaded again, a message alone when nothing was ever loaded.
 *
 *     <RemoteView view={view} failure="Failed to fetch settings" onRetry={refresh} loading={<Skeleton />}>
 *       {(settings) => <Settings settings={settings} />}
 *     </RemoteView>
 */
export function RemoteView<Data>({ view, loading, children, ...failure }: RemoteViewProps<Data>) {
  const data = dataOf(view)
  return (
    <>
      <RemoteFailure view={view} {...failure} />
      {data !== undefined ? children(data) : view.status !== 'failed' && loading}
    </>
  )
}
