import { useEffect, useRef } from 'react'

/** When an item is closed, the focus returns to the link that opened it, found by the id in its `data-item`. */
export function useReturnFocus(item: string | null) {
  const before = useRef(item)
  useEffect(() => {
    const closed = item === null ? before.current : null
    before.current = item
    if (closed !== null && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-item="${CSS.escape(closed)}"]`)?.focus()
  }, [item])
}
