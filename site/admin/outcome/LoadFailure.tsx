import { explainRefusal } from '#core/problems'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'

interface LoadFailureProps {
  /** What could not be read. */
  text: string
  error: unknown
  isRetrying: boolean
  onRetry: () => void
}

/** What could not be read, why, and another try. */
export function LoadFailure({ text, error, isRetrying, onRetry }: LoadFailureProps) {
  const reason = explainRefusal(error, '')
  return (
    <Banner kind="error">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p>{text}</p>
          {reason && reason !== text && <p className="text-[0.875rem] text-ink-2">{reason}</p>}
        </div>
        <Button look="quiet" small onClick={onRetry} busy={isRetrying && 'Loading...'}>
          Retry
        </Button>
      </div>
    </Banner>
  )
}
