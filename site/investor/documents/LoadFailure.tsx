import type { QueryView } from '#core/query-view'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'

interface LoadFailureProps {
  text: string
  view: QueryView<unknown>
  onRetry: () => void
}

/** One of the two lists is missing; the other is still there to be read. */
export function LoadFailure({ text, view, onRetry }: LoadFailureProps) {
  return (
    <div className="mt-5">
      <Banner kind="error">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p>{text}</p>
          <Button look="quiet" small onClick={onRetry} busy={view.updating && 'Loading...'}>
            Try again
          </Button>
        </div>
      </Banner>
    </div>
  )
}
