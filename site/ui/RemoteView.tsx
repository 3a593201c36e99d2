import type { ComponentProps, ReactNode } from 'react'
import { dataOf, type Remote } from '#core/query/remote'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { alertIcon } from './icons/signs.tsx'
import { RetryBanner } from './RetryBanner.tsx'

/** Says what could not be loaded: the message, and the reasons below it. */
type Failure = string | ((error: unknown) => readonly string[])

const OFFLINE = 'You are offline. This loads again once you are connected.'

interface RemoteFailureProps {
  view: Remote<unknown>
  failure: Failure
  /** Below the message where data loaded earlier, or a stand-in for them, are on screen. */
  last?: ReactNode
  kind?: ComponentProps<typeof RetryBanner>['kind']
  /** Label of the button. */
  label?: string
  /** Makes it a panel with this heading in place of a banner, where nothing was ever loaded. */
  title?: string
  /** In the panel, beside its button. */
  action?: ReactNode
  onRetry: () => void
}

/** What could not be loaded, why, and a button to retry. Empty unless the view has failed. */
export function RemoteFailure(props: RemoteFailureProps) {
  const { view, failure, last, kind, label, title, action, onRetry } = props
  if (view.status !== 'failed') return null
  const [message, ...reasons] = typeof failure === 'string' ? [failure] : failure(view.error)
  if (title && view.last === undefined) {
    return (
      <section
        className="panel grid justify-items-start gap-4 px-8 py-12 max-sm:px-4 max-sm:py-8"
        role="alert"
      >
        <Icon of={alertIcon} size={28} className="text-loss" />
        <div>
          <h2 className="text-[1.5rem]">{title}</h2>
          <p className="mt-2 max-w-[60ch] text-ink-2">{navigator.onLine ? message : OFFLINE}</p>
        </div>
        <div className="mt-2 flex flex-wrap gap-3">
          <Button onClick={onRetry} busy={view.updating && 'Loading...'}>
            Try again
          </Button>
          {action}
        </div>
      </section>
    )
  }
  const notes = [!navigator.onLine && OFFLINE, ...reasons, view.last !== undefined && last].filter(Boolean)
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
