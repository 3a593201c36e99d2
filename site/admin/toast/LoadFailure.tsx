import { explainRefusal } from '#core/api/failures'
import { RetryBanner } from '#ui/RetryBanner'

interface LoadFailureProps {
  /** What could not be read. */
  text: string
  error: unknown
  /** The data on screen were read earlier. */
  isOld?: boolean
  isRetrying: boolean
  onRetry: () => void
}

/** A failed read: what, why, and a button to retry. */
export function LoadFailure({ text, error, isOld, isRetrying, onRetry }: LoadFailureProps) {
  const reason = explainRefusal(error, '')
  return (
    <RetryBanner label="Retry" busy={isRetrying} onRetry={onRetry}>
      <p>{text}</p>
      {reason && reason !== text && <p className="text-[0.875rem] text-ink-2">{reason}</p>}
      {isOld && <p className="text-[0.875rem] text-ink-2">What is shown is from before.</p>}
    </RetryBanner>
  )
}
