import type { ComponentProps, ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface RetryBannerProps {
  kind?: ComponentProps<typeof Banner>['kind']
  /** What the button says. */
  label?: string
  /** Another try is under way. */
  busy: boolean
  onRetry: () => void
  /** What could not be had. */
  children: ReactNode
}

/** What could not be loaded, and another try. */
export function RetryBanner({
  kind = 'error',
  label = 'Try again',
  busy,
  onRetry,
  children,
}: RetryBannerProps) {
  return (
    <Banner kind={kind}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">{children}</div>
        {/* Beside one line it is no taller than that line, which stays on the height of its sign. */}
        <Button look="quiet" small className="sm:-my-2" onClick={onRetry} busy={busy && 'Loading...'}>
          {label}
        </Button>
      </div>
    </Banner>
  )
}
