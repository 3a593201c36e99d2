import { useEffect, useRef } from 'react'

/** Also while it is still on something that is no longer shown: a dialog has closed, whose opener cannot take it. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.checkVisibility() === false

/**
 * When what had the focus is gone, such as a row, the focus stays with what it was part of rather than nowhere: put
 * what it gives on that element, which must be able to take the focus.
 */
export function useRestoredFocus<Frame extends HTMLElement = HTMLElement>() {
  const frame = useRef<Frame>(null)
  const wasInside = useRef(false)
  const keep = () => {
    if (wasInside.current && isFocusLost()) frame.current?.focus({ preventScroll: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what is there when it is called
  useEffect(() => {
    const element = frame.current
    const enter = () => {
      wasInside.current = true
    }
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element) || element?.contains(relatedTarget)) return
      // A dialog gives the focus back to what it was opened from, which may be gone by then.
      if (relatedTarget.closest('dialog') === element?.closest('dialog')) wasInside.current = false
    }
    element?.addEventListener('focusin', enter)
    element?.addEventListener('focusout', leave)
    document.addEventListener('close', keep, true)
    return () => {
      document.removeEventListener('close', keep, true)
      element?.removeEventListener('focusin', enter)
      element?.removeEventListener('focusout', leave)
    }
  }, [])
  useEffect(keep)
  return frame
}
