import { type ComponentProps, type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface RetryBannerProps {
  kind?: ComponentProps<typeof Banner>['kind']
  /** Label of the button. */
  label?: string
  /** A retry is pending. */
  busy: boolean
  onRetry: () => void
  /** What could not be loaded. */
  children: ReactNode
}

/**
 * Moves the focus to the page content when the banner disappears with the focused button in it, that is, after a
 * successful retry. A busy button is disabled, so the browser may have moved the focus away before.
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
        {/* Does not increase the height of a single line beside it. */}
        <Button look="quiet" small className="sm:-my-2" onClick={onRetry} busy={busy && 'Loading...'}>
          {label}
        </Button>
      </div>
    </Banner>
  )
}
