import { useEffect, useRef } from 'react'

/** When an item is closed, the focus returns to where it was opened: the link with its id in `data-item`. */
export function useFocusOnOpener(item: string | null) {
  const before = useRef(item)
  useEffect(() => {
    const closed = item === null ? before.current : null
    before.current = item
    if (closed !== null && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-item="${CSS.escape(closed)}"]`)?.focus()
  }, [item])
}
