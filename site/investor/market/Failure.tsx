import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'

interface FailureProps {
  kind: 'error' | 'warning'
  text: string
  /** What is shown instead, or still. */
  instead: string
  updating: boolean
  onRetry: () => void
}

/** Above figures that are not the newest, or not real: why, and another try. */
export function Failure({ kind, text, instead, updating, onRetry }: FailureProps) {
  return (
    <Banner kind={kind}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>
          {text}
          <span className="block text-[0.875rem] text-ink-2">{instead}</span>
        </p>
        <Button look="quiet" small onClick={onRetry} busy={updating && 'Retrying...'}>
          Retry
        </Button>
      </div>
    </Banner>
  )
}

/** What stands below a failure, by what there is to show. */
export const shownInstead = {
  sample: 'Sample data is shown until the figures can be loaded. It is not real.',
  ready: 'The last figures loaded are shown.',
}
