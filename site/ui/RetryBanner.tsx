import { type ComponentProps, type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
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

/**
 * Moves the focus to the content of the page when the banner goes with the focused button in it, which is when a
 * retry has succeeded. A busy button is disabled, so the browser may have taken the focus from it before.
 */
function useFocusAfterRetry() {
  const banner = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const element = banner.current
    const content = element?.closest('main')
    return () => {
      const active = document.activeElement
      const isLost = active === document.body || element?.contains(active)
      if (hasFocus.current && isLost) content?.focus({ preventScroll: true })
    }
  }, [])
  const onFocus = () => {
    hasFocus.current = true
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) hasFocus.current = false
  }
  return { ref: banner, onFocus, onBlur }
}

/** A message about a failed load, with a retry button. */
export function RetryBanner({
  kind = 'error',
  label = 'Try again',
  busy,
  onRetry,
  children,
}: RetryBannerProps) {
  const focus = useFocusAfterRetry()
  return (
    <Banner kind={kind}>
      <div {...focus} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">{children}</div>
        {/* Beside a single line it does not increase the height of that line. */}
        <Button look="quiet" small className="sm:-my-2" onClick={onRetry} busy={busy && 'Loading...'}>
          {label}
        </Button>
      </div>
    </Banner>
  )
}
