import type { ComponentProps, ReactNode } from 'react'
import { getData, type Remote } from '#core/query/remote'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { alertIcon } from './icons/status.tsx'
import { RetryBanner } from './RetryBanner.tsx'

/** The error message, with the reasons below it. */
type Failure = string | ((error: unknown) => readonly string[])

const OFFLINE = 'You are offline. This will reload when you are back online.'

interface RemoteFailureProps {
  view: Remote<unknown>
  failure: Failure
  /** Shown below the message if earlier data, or a stand-in, is on screen. */
  last?: ReactNode
  kind?: ComponentProps<typeof RetryBanner>['kind']
  /** Label of the button. */
  label?: string
  /** Turns it into a panel with this heading instead of a banner if nothing has ever loaded. */
  title?: string
  /** In the panel, beside its button. */
  action?: ReactNode
  onRetry: () => void
}

/** What could not be loaded, why, and a retry button. Empty unless the view has failed. */
export function RemoteError(props: RemoteFailureProps) {
  const { view, failure, last, kind, label, title, action, onRetry } = props
  if (view.status !== 'failed') return null
  const [message, ...reasons] = typeof failure === 'string' ? [failure] : failure(view.error)
  if (title && view.lastData === undefined) {
    return (
      <section
        className="panel grid justify-items-start gap-4 px-8 py-12 max-sm:px-4 max-sm:py-8"
        role="alert"
      >
        <Icon path={alertIcon} size={28} className="text-loss" />
        <div>
          <h2 className="text-[1.5rem]">{title}</h2>
          <p className="mt-2 max-w-[60ch] text-ink-2">{navigator.onLine ? message : OFFLINE}</p>
        </div>
        <div className="mt-2 flex flex-wrap gap-3">
          <Button onClick={onRetry} busy={view.isFetching && 'Loading...'}>
            Try again
          </Button>
          {action}
        </div>
      </section>
    )
  }
  const notes = [!navigator.onLine && OFFLINE, ...reasons, view.lastData !== undefined && last].filter(
    Boolean,
  )
  return (
    <RetryBanner kind={kind} label={label} busy={view.isFetching} onRetry={onRetry}>
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
 * A query in each of its states: a placeholder while it loads, its data, a message above the last data if it could not
 * be refreshed, or only a message if nothing has ever loaded.
 *
 *     <RemoteView view={view} failure="Failed to fetch settings" onRetry={refresh} loading={<Skeleton />}>
 *       {(settings) => <Settings settings={settings} />}
 *     </RemoteView>
 */
export function RemoteView<Data>({ view, loading, children, ...failure }: RemoteViewProps<Data>) {
  const data = getData(view)
  return (
    <>
      <RemoteError view={view} {...failure} />
      {data !== undefined ? children(data) : view.status !== 'failed' && loading}
    </>
  )
}
