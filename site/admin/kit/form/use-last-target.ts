import { useRef } from 'react'

/**
 * The last target that a dialog was opened for, which stays on screen while it closes; `count` changes each time it
 * opens, so that no earlier input is kept.
 */
export function useLastTarget<Target>(of: Target | undefined): { last: Target | undefined; count: number } {
  const held = useRef<{ last: Target | undefined; count: number; isOpen: boolean }>({
    last: undefined,
    count: 0,
    isOpen: false,
  })
  if (of === undefined) held.current.isOpen = false
  else if (!held.current.isOpen) held.current = { last: of, count: held.current.count + 1, isOpen: true }
  return held.current
}
