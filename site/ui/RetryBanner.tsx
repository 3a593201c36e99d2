import type { ComponentProps, ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface RetryBannerProps {
  kind?: ComponentProps<typeof Banner>['kind']
  /** Label of the button. */
  label?: string
  /** Another attempt is pending. */
  busy: boolean
  onRetry: () => void
  /** What could not be loaded. */
  children: ReactNode
}

/** A message about a failed load, with a retry button. */
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
        {/* Beside a single line it does not increase the height of that line. */}
        <Button look="quiet" small className="sm:-my-2" onClick={onRetry} busy={busy && 'Loading...'}>
          {label}
        </Button>
      </div>
    </Banner>
  )
}
