import { useEffect, useRef } from 'react'

/**
 * When the row that had the focus is gone, the focus stays with the list rather than nowhere: put what it gives on
 * the list's frame, which must be able to take the focus.
 */
export function useFocusKept(rows: unknown) {
  const frame = useRef<HTMLElement>(null)
  const wasInside = useRef(false)
  useEffect(() => {
    const element = frame.current
    const enter = () => {
      wasInside.current = true
    }
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element?.contains(relatedTarget)) wasInside.current = false
    }
    element?.addEventListener('focusin', enter)
    element?.addEventListener('focusout', leave)
    return () => {
      element?.removeEventListener('focusin', enter)
      element?.removeEventListener('focusout', leave)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when the rows have changed
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true })
  }, [rows])
  return frame
}
