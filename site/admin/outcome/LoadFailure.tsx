import { explainRefusal } from '#core/problems'
import { RetryBanner } from '#ui/RetryBanner'

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
    <RetryBanner label="Retry" busy={isRetrying} onRetry={onRetry}>
      <p>{text}</p>
      {reason && reason !== text && <p className="text-[0.875rem] text-ink-2">{reason}</p>}
    </RetryBanner>
  )
}
