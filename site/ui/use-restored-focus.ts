import { useEffect, useRef } from 'react'

/** A dialog or popup, which may be outside the element that it belongs to. */
const OVERLAY = 'dialog, [data-base-ui-portal]'

/** Also true while the focus is on a hidden element: a dialog has closed whose opener cannot take the focus. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.checkVisibility() === false

/**
 * When the focused element, such as a row, is removed, this moves the focus to the container instead of losing it.
 * Attach the returned ref to the container, which must be focusable.
 */
export function useRestoredFocus<Container extends HTMLElement = HTMLElement>() {
  const container = useRef<Container>(null)
  const wasInside = useRef(false)
  const restore = () => {
    if (wasInside.current && isFocusLost()) container.current?.focus({ preventScroll: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the refs when it is called
  useEffect(() => {
    const element = container.current
    const enter = () => {
      wasInside.current = true
    }
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element) || element?.contains(relatedTarget)) return
      // An overlay returns the focus to its opener, which may have been removed by then.
      if (relatedTarget.closest(OVERLAY) === element?.closest(OVERLAY)) wasInside.current = false
    }
    element?.addEventListener('focusin', enter)
    element?.addEventListener('focusout', leave)
    document.addEventListener('close', restore, true)
    return () => {
      document.removeEventListener('close', restore, true)
      element?.removeEventListener('focusin', enter)
      element?.removeEventListener('focusout', leave)
    }
  }, [])
  useEffect(restore)
  return container
}
